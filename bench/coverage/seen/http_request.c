/* HTTP/1.1 request parser: request line, header fields, content-length and
 * chunked bodies, followed by a tiny router over the parsed request. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define INPUT_SIZE 96
#define MAX_HEADERS 5
#define BODY_MAX 24

struct span {
    const char *p;
    size_t n;
};

struct header {
    struct span name;
    struct span value;
};

enum method { M_GET, M_HEAD, M_POST, M_PUT, M_DELETE, M_OPTIONS, M_UNKNOWN };

struct request {
    enum method method;
    struct span target;
    struct span query;
    int minor;
    struct header headers[MAX_HEADERS];
    int nheaders;
    char body[BODY_MAX];
    size_t body_len;
    bool keep_alive;
};

struct input {
    const char *p;
    const char *end;
};

static bool span_is(struct span s, const char *lit)
{
    size_t n = strlen(lit);
    return s.n == n && memcmp(s.p, lit, n) == 0;
}

static bool span_is_nocase(struct span s, const char *lit)
{
    size_t n = strlen(lit);
    if (s.n != n)
        return false;
    for (size_t i = 0; i < n; i++)
        if (tolower((unsigned char)s.p[i]) != tolower((unsigned char)lit[i]))
            return false;
    return true;
}

static struct span span_trim(struct span s)
{
    while (s.n && (*s.p == ' ' || *s.p == '\t')) {
        s.p++;
        s.n--;
    }
    while (s.n && (s.p[s.n - 1] == ' ' || s.p[s.n - 1] == '\t'))
        s.n--;
    return s;
}

/* Take one line ended by CRLF or a lone LF; false when there is none. */
static bool next_line(struct input *in, struct span *line)
{
    const char *s = in->p;
    while (s < in->end && *s != '\n')
        s++;
    if (s == in->end)
        return false;
    line->p = in->p;
    line->n = (size_t)(s - in->p);
    if (line->n && line->p[line->n - 1] == '\r')
        line->n--;
    in->p = s + 1;
    return true;
}

/* Split off the text before the first sep. */
static bool split_at(struct span *rest, char sep, struct span *first)
{
    for (size_t i = 0; i < rest->n; i++) {
        if (rest->p[i] == sep) {
            first->p = rest->p;
            first->n = i;
            rest->p += i + 1;
            rest->n -= i + 1;
            return true;
        }
    }
    return false;
}

static enum method parse_method(struct span s)
{
    static const struct { const char *name; enum method m; } table[] = {
        { "GET", M_GET }, { "HEAD", M_HEAD }, { "POST", M_POST },
        { "PUT", M_PUT }, { "DELETE", M_DELETE }, { "OPTIONS", M_OPTIONS },
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (span_is(s, table[i].name))
            return table[i].m;
    return M_UNKNOWN;
}

static int parse_request_line(struct span line, struct request *req)
{
    struct span method;
    if (!split_at(&line, ' ', &method))
        return 400;
    req->method = parse_method(method);
    if (req->method == M_UNKNOWN)
        return 501;
    if (!split_at(&line, ' ', &req->target) || req->target.n == 0)
        return 400;
    if (req->target.p[0] != '/' && !(req->method == M_OPTIONS && span_is(req->target, "*")))
        return 400;
    if (line.n != 8 || memcmp(line.p, "HTTP/1.", 7) != 0)
        return 505;
    if (line.p[7] != '0' && line.p[7] != '1')
        return 505;
    req->minor = line.p[7] - '0';

    struct span path;
    req->query.p = NULL;
    req->query.n = 0;
    struct span rest = req->target;
    if (split_at(&rest, '?', &path)) {
        req->target = path;
        req->query = rest;
    }
    return 0;
}

static bool token_char(unsigned char c)
{
    return isalnum(c) || strchr("!#$%&'*+-.^_`|~", c) != NULL;
}

static int parse_header(struct span line, struct request *req)
{
    struct span name;
    if (!split_at(&line, ':', &name) || name.n == 0)
        return 400;
    for (size_t i = 0; i < name.n; i++)
        if (name.p[i] == '\0' || !token_char((unsigned char)name.p[i]))
            return 400;
    if (req->nheaders == MAX_HEADERS)
        return 431;
    req->headers[req->nheaders].name = name;
    req->headers[req->nheaders].value = span_trim(line);
    req->nheaders++;
    return 0;
}

static const struct header *find_header(const struct request *req, const char *name)
{
    for (int i = 0; i < req->nheaders; i++)
        if (span_is_nocase(req->headers[i].name, name))
            return &req->headers[i];
    return NULL;
}

static int hex_value(unsigned char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    c = (unsigned char)tolower(c);
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return -1;
}

static bool parse_number(struct span s, int base, size_t *out)
{
    size_t v = 0;
    if (s.n == 0 || s.n > 6)
        return false;
    for (size_t i = 0; i < s.n; i++) {
        int d = hex_value((unsigned char)s.p[i]);
        if (d < 0 || d >= base)
            return false;
        v = v * (size_t)base + (size_t)d;
    }
    *out = v;
    return true;
}

static int append_body(struct request *req, struct input *in, size_t n)
{
    if (n > BODY_MAX - req->body_len)
        return 413;
    if (n > (size_t)(in->end - in->p))
        return 408;
    memcpy(req->body + req->body_len, in->p, n);
    req->body_len += n;
    in->p += n;
    return 0;
}

static int read_chunked(struct input *in, struct request *req)
{
    for (;;) {
        struct span line, size_text;
        size_t size;
        if (!next_line(in, &line))
            return 408;
        if (!split_at(&line, ';', &size_text)) /* drop chunk extensions */
            size_text = line;
        if (!parse_number(span_trim(size_text), 16, &size))
            return 400;
        if (size == 0)
            break;
        int err = append_body(req, in, size);
        if (err)
            return err;
        if (!next_line(in, &line))
            return 408;
        if (line.n != 0)
            return 400;
    }
    /* trailers, ignored up to the blank line */
    struct span line;
    while (next_line(in, &line))
        if (line.n == 0)
            return 0;
    return 408;
}

static int read_body(struct input *in, struct request *req)
{
    const struct header *te = find_header(req, "Transfer-Encoding");
    const struct header *cl = find_header(req, "Content-Length");
    if (te && cl)
        return 400;
    if (te) {
        if (!span_is_nocase(te->value, "chunked"))
            return 501;
        if (req->minor == 0)
            return 400;
        return read_chunked(in, req);
    }
    if (cl) {
        size_t n;
        if (!parse_number(cl->value, 10, &n))
            return 400;
        return append_body(req, in, n);
    }
    if (req->method == M_POST || req->method == M_PUT)
        return 411;
    return 0;
}

static void decide_keep_alive(struct request *req)
{
    const struct header *c = find_header(req, "Connection");
    req->keep_alive = req->minor == 1;
    if (c && span_is_nocase(c->value, "close"))
        req->keep_alive = false;
    else if (c && span_is_nocase(c->value, "keep-alive"))
        req->keep_alive = true;
}

static int parse_request(struct input *in, struct request *req)
{
    struct span line;
    int err;
    memset(req, 0, sizeof *req);
    if (!next_line(in, &line))
        return 408;
    if (line.n == 0 && !next_line(in, &line)) /* one leading blank line is allowed */
        return 408;
    err = parse_request_line(line, req);
    if (err)
        return err;
    for (;;) {
        if (!next_line(in, &line))
            return 408;
        if (line.n == 0)
            break;
        err = parse_header(line, req);
        if (err)
            return err;
    }
    if (req->minor == 1 && !find_header(req, "Host"))
        return 400;
    decide_keep_alive(req);
    return read_body(in, req);
}

static int route(const struct request *req)
{
    if (req->method == M_OPTIONS)
        return 204;
    if (span_is(req->target, "/"))
        return req->method == M_GET || req->method == M_HEAD ? 200 : 405;
    if (span_is(req->target, "/kv")) {
        if (req->method == M_PUT)
            return req->body_len ? 201 : 422;
        if (req->method == M_DELETE)
            return req->query.n ? 204 : 400;
        return req->query.n ? 200 : 404;
    }
    if (req->target.n > 3 && memcmp(req->target.p, "/x/", 3) == 0)
        return req->method == M_POST ? 202 : 405;
    return 404;
}

int main(void)
{
    char data[INPUT_SIZE];
    klee_make_symbolic(data, sizeof data, "request");

    struct input in = { data, data + sizeof data };
    struct request req;
    int served = 0, status = 0;

    /* Pipelined requests on one connection. */
    for (int i = 0; i < 3 && in.p < in.end; i++) {
        int err = parse_request(&in, &req);
        status = err ? err : route(&req);
        served++;
        printf("%d%s\n", status, err ? " (error)" : "");
        if (err || !req.keep_alive)
            break;
    }
    return served + (status >= 400);
}
