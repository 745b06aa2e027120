/* Markdown-like formatter: splits a short text in blocks (headings, lists,
 * quotes, fences, rules) and turns inline emphasis, code and links into HTML. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define SRC_SIZE 48
#define OUT_SIZE 1024
#define MAX_OPEN 6

enum block { B_NONE, B_PARA, B_LIST, B_ORDERED, B_QUOTE, B_FENCE };

struct out {
    char buf[OUT_SIZE];
    size_t len;
    bool full;
};

struct doc {
    struct out out;
    enum block open;
    int headings, links, rules;
    int unclosed;
};

static void emit_n(struct out *o, const char *s, size_t n)
{
    if (o->len + n >= OUT_SIZE) {
        o->full = true;
        return;
    }
    memcpy(o->buf + o->len, s, n);
    o->len += n;
}

static void emit(struct out *o, const char *s)
{
    emit_n(o, s, strlen(s));
}

static void emit_char(struct out *o, char c)
{
    switch (c) {
    case '<': emit(o, "&lt;"); break;
    case '>': emit(o, "&gt;"); break;
    case '&': emit(o, "&amp;"); break;
    case '"': emit(o, "&quot;"); break;
    default: emit_n(o, &c, 1); break;
    }
}

static void emit_escaped(struct out *o, const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++)
        emit_char(o, s[i]);
}

static size_t find_char(const char *s, size_t from, size_t n, char c)
{
    while (from < n && s[from] != c)
        from++;
    return from;
}

static bool safe_url(const char *s, size_t n)
{
    static const char bad[] = "javascript:";
    size_t k = sizeof bad - 1;
    if (n == 0)
        return false;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)s[i] <= ' ')
            return false;
    if (n < k)
        return true;
    for (size_t i = 0; i < k; i++)
        if (tolower((unsigned char)s[i]) != bad[i])
            return true;
    return false;
}

/* Code span of one or two backticks. Returns the characters used, 0 if none. */
static size_t code_span(struct out *o, const char *s, size_t n)
{
    size_t ticks = n > 1 && s[1] == '`' ? 2 : 1;
    for (size_t i = ticks; i + ticks <= n; i++) {
        if (s[i] != '`' || (ticks == 2 && s[i + 1] != '`'))
            continue;
        if (i == ticks)
            return 0;
        emit(o, "<code>");
        emit_escaped(o, s + ticks, i - ticks);
        emit(o, "</code>");
        return i + ticks;
    }
    return 0;
}

/* [text](url) or, after '!', an image. */
static size_t link_span(struct doc *d, const char *s, size_t n, bool image)
{
    size_t close = find_char(s, 1, n, ']');
    if (close + 1 >= n || s[close + 1] != '(')
        return 0;
    size_t end = find_char(s, close + 2, n, ')');
    if (end == n)
        return 0;
    const char *url = s + close + 2;
    size_t url_len = end - close - 2;
    if (!safe_url(url, url_len)) {
        emit_escaped(&d->out, s + 1, close - 1);
        return end + 1;
    }
    emit(&d->out, image ? "<img src=\"" : "<a href=\"");
    emit_escaped(&d->out, url, url_len);
    emit(&d->out, image ? "\" alt=\"" : "\">");
    emit_escaped(&d->out, s + 1, close - 1);
    emit(&d->out, image ? "\">" : "</a>");
    d->links++;
    return end + 1;
}

static const char *tag_of(char kind, bool closing)
{
    switch (kind) {
    case 'b': return closing ? "</b>" : "<b>";
    case 'i': return closing ? "</i>" : "<i>";
    default: return closing ? "</s>" : "<s>";
    }
}

/* Opens an emphasis, or closes it if it is the innermost open one. */
static bool toggle(struct doc *d, char *stack, int *depth, char kind, bool may_open)
{
    if (*depth > 0 && stack[*depth - 1] == kind) {
        (*depth)--;
        emit(&d->out, tag_of(kind, true));
        return true;
    }
    for (int i = 0; i < *depth; i++)
        if (stack[i] == kind)
            return false;
    if (!may_open || *depth == MAX_OPEN)
        return false;
    stack[(*depth)++] = kind;
    emit(&d->out, tag_of(kind, false));
    return true;
}

static void inline_text(struct doc *d, const char *s, size_t n)
{
    char stack[MAX_OPEN];
    int depth = 0;
    size_t i = 0;
    while (i < n) {
        size_t used = 0;
        char c = s[i];
        if (c == '\\' && i + 1 < n && ispunct((unsigned char)s[i + 1])) {
            emit_char(&d->out, s[i + 1]);
            i += 2;
            continue;
        }
        if (c == '`') {
            used = code_span(&d->out, s + i, n - i);
        } else if (c == '[') {
            used = link_span(d, s + i, n - i, false);
        } else if (c == '!' && i + 1 < n && s[i + 1] == '[') {
            used = link_span(d, s + i + 1, n - i - 1, true);
            if (used)
                used++;
        } else if (c == '*' || c == '_' || c == '~') {
            bool twice = i + 1 < n && s[i + 1] == c;
            size_t w = twice ? 2 : 1;
            bool may_open = i + w < n && !isspace((unsigned char)s[i + w]);
            char kind = c == '~' ? 's' : twice ? 'b' : 'i';
            bool inside = c == '_' && i > 0 && isalnum((unsigned char)s[i - 1]) && may_open &&
                          isalnum((unsigned char)s[i + w]);
            if ((c != '~' || twice) && !inside && toggle(d, stack, &depth, kind, may_open))
                used = w;
        }
        if (used == 0) {
            emit_char(&d->out, c);
            used = 1;
        }
        i += used;
    }
    d->unclosed += depth;
    while (depth > 0)
        emit(&d->out, tag_of(stack[--depth], true));
    assert(d->out.full || d->out.len < OUT_SIZE);
}

static void close_block(struct doc *d)
{
    static const char *const tags[] = { "", "</p>\n", "</ul>\n", "</ol>\n", "</blockquote>\n", "</pre>\n" };
    emit(&d->out, tags[d->open]);
    d->open = B_NONE;
}

static void open_block(struct doc *d, enum block b)
{
    static const char *const tags[] = { "", "<p>", "<ul>\n", "<ol>\n", "<blockquote>", "<pre>" };
    if (d->open == b) {
        if (b == B_PARA || b == B_QUOTE)
            emit(&d->out, "\n");
        return;
    }
    close_block(d);
    emit(&d->out, tags[b]);
    d->open = b;
}

static bool is_rule(const char *s, size_t n)
{
    size_t marks = 0;
    if (n < 3 || (s[0] != '-' && s[0] != '*' && s[0] != '_'))
        return false;
    for (size_t i = 0; i < n; i++) {
        if (s[i] == s[0])
            marks++;
        else if (s[i] != ' ')
            return false;
    }
    return marks >= 3;
}

static bool heading(struct doc *d, const char *s, size_t n)
{
    size_t level = 0;
    char tag[8];
    while (level < n && s[level] == '#')
        level++;
    if (level == 0 || level > 6 || level == n || s[level] != ' ')
        return false;
    close_block(d);
    while (n > level && (s[n - 1] == '#' || s[n - 1] == ' '))
        n--;
    snprintf(tag, sizeof tag, "<h%d>", (int)level);
    emit(&d->out, tag);
    if (n > level + 1)
        inline_text(d, s + level + 1, n - level - 1);
    snprintf(tag, sizeof tag, "</h%d>", (int)level);
    emit(&d->out, tag);
    d->headings++;
    return true;
}

static void list_item(struct doc *d, enum block b, const char *s, size_t n)
{
    open_block(d, b);
    emit(&d->out, "<li>");
    if (n >= 3 && s[0] == '[' && s[2] == ']' && (s[1] == 'x' || s[1] == ' ')) {
        emit(&d->out, s[1] == 'x' ? "(done)" : "(todo)");
        s += 3;
        n -= 3;
    }
    inline_text(d, s, n);
    emit(&d->out, "</li>\n");
}

static void format_line(struct doc *d, const char *s, size_t n)
{
    if (n >= 3 && memcmp(s, "```", 3) == 0) {
        if (d->open == B_FENCE)
            close_block(d);
        else
            open_block(d, B_FENCE);
        return;
    }
    if (d->open == B_FENCE) {
        emit_escaped(&d->out, s, n);
        emit(&d->out, "\n");
        return;
    }
    while (n > 0 && s[0] == ' ') {
        s++;
        n--;
    }
    if (n == 0) {
        close_block(d);
    } else if (heading(d, s, n)) {
        return;
    } else if (is_rule(s, n)) {
        close_block(d);
        emit(&d->out, "<hr>\n");
        d->rules++;
    } else if (n > 2 && (s[0] == '-' || s[0] == '*' || s[0] == '+') && s[1] == ' ') {
        list_item(d, B_LIST, s + 2, n - 2);
    } else if (n > 3 && isdigit((unsigned char)s[0]) && s[1] == '.' && s[2] == ' ') {
        list_item(d, B_ORDERED, s + 3, n - 3);
    } else if (s[0] == '>') {
        open_block(d, B_QUOTE);
        inline_text(d, s + 1, n - 1);
    } else {
        open_block(d, B_PARA);
        inline_text(d, s, n);
    }
}

int main(void)
{
    char src[SRC_SIZE];
    static struct doc d;
    klee_make_symbolic(src, sizeof src, "src");

    size_t len = find_char(src, 0, SRC_SIZE, '\0');
    size_t start = 0;
    while (start < len) {
        size_t end = find_char(src, start, len, '\n');
        format_line(&d, src + start, end - start);
        start = end + 1;
    }
    if (d.open == B_FENCE)
        d.unclosed++;
    close_block(&d);
    d.out.buf[d.out.len] = '\0';
    printf("%s", d.out.buf);
    if (d.out.full)
        return 3;
    if (d.unclosed)
        return 2;
    return d.links > 0 && d.headings > 0 && d.rules > 0 ? 1 : 0;
}
