/* printf-format interpreter for a logging system: parses conversion specs from a
 * format string, takes arguments from a packed binary record and renders the text. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define FORMAT_SIZE 28
#define ARGS_SIZE 24
#define OUT_SIZE 96
#define WIDTH_MAX 20

enum fmt_error { FMT_OK, FMT_SPEC, FMT_ARGS, FMT_WIDTH, FMT_LENGTH, FMT_STRING };
enum length { LEN_NONE, LEN_HH, LEN_H, LEN_L };

struct spec {
    bool left, plus, space, alt, zero;
    bool star_width, star_prec;
    int width, prec; /* prec -1: none */
    enum length length;
    char conv;
};

struct args {
    const uint8_t *p;
    size_t left;
};

struct out {
    char buf[OUT_SIZE];
    size_t len;
    size_t wanted; /* what a bigger buffer would have held */
};

static void put(struct out *o, char c)
{
    if (o->len + 1 < OUT_SIZE)
        o->buf[o->len++] = c;
    o->wanted++;
}

static void put_n(struct out *o, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        put(o, s[i]);
}

static void pad(struct out *o, char c, int n)
{
    while (n-- > 0)
        put(o, c);
}

/* Little-endian integer of n bytes from the record. */
static bool take(struct args *a, size_t n, uint32_t *v)
{
    *v = 0;
    if (a->left < n)
        return false;
    for (size_t i = 0; i < n; i++)
        *v |= (uint32_t)a->p[i] << (8 * i);
    a->p += n;
    a->left -= n;
    return true;
}

static bool take_string(struct args *a, const char **s, size_t *n)
{
    uint32_t len;
    if (!take(a, 1, &len) || len > a->left)
        return false;
    *s = (const char *)a->p;
    *n = len;
    a->p += len;
    a->left -= len;
    return true;
}

static size_t arg_size(enum length len)
{
    switch (len) {
    case LEN_HH: return 1;
    case LEN_L: return 4;
    default: return 2; /* the records come from a 16-bit machine */
    }
}

static int parse_int(const char **f, const char *end)
{
    int v = 0;
    while (*f < end && **f >= '0' && **f <= '9') {
        v = v * 10 + (**f - '0');
        if (v > WIDTH_MAX)
            return -1;
        (*f)++;
    }
    return v;
}

static void parse_flags(const char **f, const char *end, struct spec *s)
{
    for (; *f < end; (*f)++) {
        switch (**f) {
        case '-': s->left = true; break;
        case '+': s->plus = true; break;
        case ' ': s->space = true; break;
        case '#': s->alt = true; break;
        case '0': s->zero = true; break;
        default: return;
        }
    }
}

static enum fmt_error parse_spec(const char **f, const char *end, struct spec *s)
{
    memset(s, 0, sizeof *s);
    s->prec = -1;
    parse_flags(f, end, s);
    if (*f < end && **f == '*') {
        s->star_width = true;
        (*f)++;
    } else if ((s->width = parse_int(f, end)) < 0) {
        return FMT_WIDTH;
    }
    if (*f < end && **f == '.') {
        (*f)++;
        if (*f < end && **f == '*') {
            s->star_prec = true;
            (*f)++;
        } else if ((s->prec = parse_int(f, end)) < 0) {
            return FMT_WIDTH;
        }
    }
    if (*f < end && **f == 'l') {
        s->length = LEN_L;
        (*f)++;
    } else if (*f < end && **f == 'h') {
        (*f)++;
        s->length = LEN_H;
        if (*f < end && **f == 'h') {
            s->length = LEN_HH;
            (*f)++;
        }
    }
    if (*f == end || **f == '\0')
        return FMT_SPEC;
    s->conv = *(*f)++;
    if (s->length != LEN_NONE && strchr("csb%", s->conv))
        return FMT_LENGTH;
    return FMT_OK;
}

static enum fmt_error star_args(struct spec *s, struct args *a)
{
    uint32_t v;
    if (s->star_width) {
        if (!take(a, 1, &v))
            return FMT_ARGS;
        int w = (int8_t)v;
        if (w < 0) {
            s->left = true;
            w = -w;
        }
        if (w > WIDTH_MAX)
            return FMT_WIDTH;
        s->width = w;
    }
    if (s->star_prec) {
        if (!take(a, 1, &v))
            return FMT_ARGS;
        s->prec = (int8_t)v < 0 ? -1 : (int)v;
        if (s->prec > WIDTH_MAX)
            return FMT_WIDTH;
    }
    return FMT_OK;
}

/* Digits of v, last first, in the base; returns how many. */
static int digits(uint32_t v, unsigned base, bool upper, char *buf)
{
    const char *set = upper ? "0123456789ABCDEF" : "0123456789abcdef";
    int n = 0;
    while (v > 0) {
        buf[n++] = set[v % base];
        v /= base;
    }
    return n;
}

static void render_number(struct out *o, const struct spec *s, uint32_t v, bool negative)
{
    char buf[34];
    const char *prefix = "";
    unsigned base = s->conv == 'x' || s->conv == 'X' ? 16 : s->conv == 'o' ? 8 : s->conv == 'b' ? 2 : 10;
    int n = digits(v, base, s->conv == 'X', buf);
    int zeros = s->prec >= 0 ? s->prec - n : n == 0 ? 1 : 0;
    if (zeros < 0)
        zeros = 0;
    if (negative)
        prefix = "-";
    else if (s->conv == 'd' || s->conv == 'i')
        prefix = s->plus ? "+" : s->space ? " " : "";
    else if (s->alt && base == 16 && v != 0)
        prefix = s->conv == 'x' ? "0x" : "0X";
    else if (s->alt && base == 2)
        prefix = "0b";
    else if (s->alt && base == 8 && zeros == 0)
        zeros = 1;
    int total = (int)strlen(prefix) + zeros + n;
    int fill = s->width > total ? s->width - total : 0;
    if (fill && s->zero && !s->left && s->prec < 0) {
        zeros += fill;
        fill = 0;
    }
    if (!s->left)
        pad(o, ' ', fill);
    put_n(o, prefix, strlen(prefix));
    pad(o, '0', zeros);
    while (n > 0)
        put(o, buf[--n]);
    if (s->left)
        pad(o, ' ', fill);
}

static void render_string(struct out *o, const struct spec *s, const char *p, size_t n)
{
    if (s->prec >= 0 && n > (size_t)s->prec)
        n = (size_t)s->prec;
    int fill = s->width > (int)n ? s->width - (int)n : 0;
    if (!s->left)
        pad(o, ' ', fill);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)p[i];
        if (s->alt && (c < 0x20 || c >= 0x7F)) { /* %#s escapes */
            put(o, '\\');
            put(o, (char)('0' + (c >> 6)));
            put(o, (char)('0' + (c >> 3 & 7)));
            put(o, (char)('0' + (c & 7)));
        } else {
            put(o, (char)c);
        }
    }
    if (s->left)
        pad(o, ' ', fill);
}

static int32_t sign_extend(uint32_t v, size_t bytes)
{
    if (bytes == 1)
        return (int8_t)v;
    if (bytes == 2)
        return (int16_t)v;
    return (int32_t)v;
}

static enum fmt_error convert(struct out *o, struct spec *s, struct args *a)
{
    uint32_t v;
    const char *str;
    size_t n, bytes = arg_size(s->length);
    switch (s->conv) {
    case '%':
        put(o, '%');
        return FMT_OK;
    case 'd':
    case 'i': {
        if (!take(a, bytes, &v))
            return FMT_ARGS;
        int32_t x = sign_extend(v, bytes);
        render_number(o, s, x < 0 ? 0u - (uint32_t)x : (uint32_t)x, x < 0);
        return FMT_OK;
    }
    case 'u':
    case 'x':
    case 'X':
    case 'o':
    case 'b':
        if (!take(a, bytes, &v))
            return FMT_ARGS;
        render_number(o, s, v, false);
        return FMT_OK;
    case 'c': {
        if (!take(a, 1, &v))
            return FMT_ARGS;
        char c = (char)v;
        render_string(o, s, &c, 1);
        return FMT_OK;
    }
    case 's':
        if (!take_string(a, &str, &n))
            return FMT_STRING;
        render_string(o, s, str, n);
        return FMT_OK;
    default:
        return FMT_SPEC;
    }
}

static enum fmt_error format(struct out *o, const char *f, size_t size, struct args *a)
{
    const char *end = f + size;
    while (f < end && *f) {
        struct spec s;
        enum fmt_error e;
        if (*f != '%') {
            put(o, *f++);
            continue;
        }
        f++;
        e = parse_spec(&f, end, &s);
        if (e == FMT_OK)
            e = star_args(&s, a);
        if (e == FMT_OK)
            e = convert(o, &s, a);
        if (e != FMT_OK)
            return e;
    }
    return FMT_OK;
}

int main(void)
{
    char fmt[FORMAT_SIZE];
    uint8_t record[ARGS_SIZE];
    static struct out o;
    klee_make_symbolic(fmt, sizeof fmt, "format");
    klee_make_symbolic(record, sizeof record, "record");

    struct args a = { record, sizeof record };
    enum fmt_error e = format(&o, fmt, sizeof fmt, &a);
    o.buf[o.len] = '\0';
    assert(o.len < OUT_SIZE && o.len <= o.wanted);
    printf("%s\n", o.buf);
    if (e != FMT_OK)
        return (int)e;
    if (o.wanted > o.len)
        return 11;
    return a.left > 0 ? 10 : 0;
}
