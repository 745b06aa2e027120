/* Text diff and patch: finds the longest common subsequence of two short texts by line,
 * makes hunks with context, prints them, and applies them forward and in reverse. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define TEXT_SIZE 20
#define MAX_LINES 8
#define MAX_EDITS (2 * MAX_LINES)
#define MAX_HUNKS 8

enum edit_kind { KEEP, REMOVE, INSERT };

struct line {
    const char *p;
    size_t n;
};

struct text {
    struct line l[MAX_LINES];
    int n;
    bool cut, no_newline, binary;
};

struct edit {
    enum edit_kind kind;
    int a, b; /* line numbers in either text */
};

struct hunk {
    int first, last; /* range of edits */
    int a0, alen, b0, blen;
};

struct options {
    bool ignore_case, ignore_space, ignore_blank, reverse;
    int context;
};

struct diff {
    struct edit e[MAX_EDITS];
    int n;
    struct hunk h[MAX_HUNKS];
    int nhunks;
    int added, removed;
};

static void split(struct text *t, const char *s)
{
    size_t start = 0, i = 0;
    memset(t, 0, sizeof *t);
    while (i < TEXT_SIZE && s[i]) {
        if ((unsigned char)s[i] < 0x09)
            t->binary = true;
        if (s[i++] != '\n')
            continue;
        if (t->n == MAX_LINES) {
            t->cut = true;
            return;
        }
        t->l[t->n++] = (struct line){ s + start, i - start - 1 };
        start = i;
    }
    if (i > start) {
        if (t->n == MAX_LINES) {
            t->cut = true;
            return;
        }
        t->l[t->n++] = (struct line){ s + start, i - start };
        t->no_newline = true;
    }
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static bool blank_line(const struct line *l)
{
    for (size_t i = 0; i < l->n; i++)
        if (!is_space(l->p[i]))
            return false;
    return true;
}

/* Next significant character under the options, or -1 at the end. */
static int next_char(const struct line *l, size_t *i, const struct options *o)
{
    while (o->ignore_space && *i < l->n && is_space(l->p[*i]))
        (*i)++;
    if (*i >= l->n)
        return -1;
    int c = (unsigned char)l->p[(*i)++];
    return o->ignore_case ? tolower(c) : c;
}

static bool same(const struct line *a, const struct line *b, const struct options *o)
{
    size_t i = 0, j = 0;
    for (;;) {
        int x = next_char(a, &i, o), y = next_char(b, &j, o);
        if (x != y)
            return false;
        if (x < 0)
            return true;
    }
}

/* Length table of the longest common subsequence of the tails. */
static void lcs_table(const struct text *a, const struct text *b, const struct options *o,
                      uint8_t t[MAX_LINES + 1][MAX_LINES + 1])
{
    memset(t, 0, (MAX_LINES + 1) * (MAX_LINES + 1));
    for (int i = a->n - 1; i >= 0; i--)
        for (int j = b->n - 1; j >= 0; j--) {
            if (same(&a->l[i], &b->l[j], o))
                t[i][j] = (uint8_t)(t[i + 1][j + 1] + 1);
            else
                t[i][j] = t[i + 1][j] >= t[i][j + 1] ? t[i + 1][j] : t[i][j + 1];
        }
}

static void add_edit(struct diff *d, enum edit_kind k, int a, int b)
{
    assert(d->n < MAX_EDITS);
    d->e[d->n++] = (struct edit){ k, a, b };
    d->added += k == INSERT;
    d->removed += k == REMOVE;
}

static void make_edits(struct diff *d, const struct text *a, const struct text *b, const struct options *o)
{
    uint8_t t[MAX_LINES + 1][MAX_LINES + 1];
    int i = 0, j = 0;
    lcs_table(a, b, o, t);
    while (i < a->n || j < b->n) {
        if (i < a->n && j < b->n && same(&a->l[i], &b->l[j], o)) {
            add_edit(d, KEEP, i, j);
            i++;
            j++;
        } else if (j == b->n || (i < a->n && t[i + 1][j] >= t[i][j + 1])) {
            add_edit(d, REMOVE, i, j);
            i++;
        } else {
            add_edit(d, INSERT, i, j);
            j++;
        }
    }
}

/* A change that only touches blank lines may be ignored. */
static bool counts(const struct edit *e, const struct text *a, const struct text *b, const struct options *o)
{
    if (e->kind == KEEP)
        return false;
    if (!o->ignore_blank)
        return true;
    return !blank_line(e->kind == REMOVE ? &a->l[e->a] : &b->l[e->b]);
}

static void close_hunk(struct diff *d, struct hunk *h)
{
    h->a0 = d->e[h->first].a;
    h->b0 = d->e[h->first].b;
    h->alen = h->blen = 0;
    for (int i = h->first; i <= h->last; i++) {
        h->alen += d->e[i].kind != INSERT;
        h->blen += d->e[i].kind != REMOVE;
    }
}

/* Groups changes that are within twice the context of each other. */
static void make_hunks(struct diff *d, const struct text *a, const struct text *b, const struct options *o)
{
    struct hunk *h = NULL;
    for (int i = 0; i < d->n; i++) {
        if (!counts(&d->e[i], a, b, o))
            continue;
        int first = i - o->context < 0 ? 0 : i - o->context;
        int last = i + o->context >= d->n ? d->n - 1 : i + o->context;
        if (h && first <= h->last + 1) {
            h->last = last;
            continue;
        }
        if (d->nhunks == MAX_HUNKS)
            break;
        h = &d->h[d->nhunks++];
        h->first = first;
        h->last = last;
    }
    for (int k = 0; k < d->nhunks; k++)
        close_hunk(d, &d->h[k]);
}

static void print_hunk(const struct diff *d, const struct hunk *h, const struct text *a, const struct text *b)
{
    printf("@@ -%d,%d +%d,%d @@\n", h->a0 + (h->alen > 0), h->alen, h->b0 + (h->blen > 0), h->blen);
    for (int i = h->first; i <= h->last; i++) {
        const struct edit *e = &d->e[i];
        const struct line *l = e->kind == INSERT ? &b->l[e->b] : &a->l[e->a];
        printf("%c%.*s\n", " -+"[e->kind], (int)l->n, l->p);
    }
}

/* Applies the hunks to src; the context must match exactly. Lines of the result. */
static int apply(const struct diff *d, const struct text *src, const struct text *a, const struct text *b,
                 bool reverse, struct line *out)
{
    static const struct options exact;
    enum edit_kind drop = reverse ? INSERT : REMOVE;
    int n = 0, pos = 0;
    for (int k = 0; k < d->nhunks; k++) {
        const struct hunk *h = &d->h[k];
        int at = reverse ? h->b0 : h->a0;
        while (pos < at)
            out[n++] = src->l[pos++];
        for (int i = h->first; i <= h->last; i++) {
            const struct edit *e = &d->e[i];
            const struct line *old = reverse ? &b->l[e->b] : &a->l[e->a];
            if (e->kind == KEEP || e->kind == drop) {
                if (pos >= src->n || !same(&src->l[pos], old, &exact))
                    return -1;
                pos++;
                if (e->kind == KEEP)
                    out[n++] = *old;
            } else {
                out[n++] = e->kind == INSERT ? b->l[e->b] : a->l[e->a];
            }
        }
    }
    while (pos < src->n)
        out[n++] = src->l[pos++];
    return n;
}

static bool equal_lines(const struct line *x, int n, const struct text *t, const struct options *o)
{
    if (n != t->n)
        return false;
    for (int i = 0; i < n; i++)
        if (!same(&x[i], &t->l[i], o))
            return false;
    return true;
}

static int similarity(const struct diff *d, const struct text *a, const struct text *b)
{
    int kept = d->n - d->added - d->removed;
    return a->n + b->n == 0 ? 100 : 200 * kept / (a->n + b->n);
}

int main(void)
{
    char old[TEXT_SIZE], new[TEXT_SIZE];
    uint8_t flags;
    struct text a, b;
    static struct diff d;
    struct line out[2 * MAX_LINES + 1];
    klee_make_symbolic(old, sizeof old, "old");
    klee_make_symbolic(new, sizeof new, "new");
    klee_make_symbolic(&flags, sizeof flags, "flags");

    struct options o = { flags & 1, flags & 2, flags & 4, flags & 8, flags >> 4 & 3 };
    split(&a, old);
    split(&b, new);
    if (a.cut || b.cut)
        return 10;
    if (a.binary || b.binary)
        return memcmp(old, new, TEXT_SIZE) == 0 ? 11 : 12;
    make_edits(&d, &a, &b, &o);
    make_hunks(&d, &a, &b, &o);
    for (int k = 0; k < d.nhunks; k++)
        print_hunk(&d, &d.h[k], &a, &b);
    if (a.no_newline != b.no_newline)
        puts("\\ No newline at end of file");
    int n = apply(&d, o.reverse ? &b : &a, &a, &b, o.reverse, out);
    if (n < 0)
        return 13;
    assert(n <= 2 * MAX_LINES);
    if (!o.ignore_blank)
        assert(equal_lines(out, n, o.reverse ? &a : &b, &o));
    if (d.nhunks == 0)
        return a.no_newline != b.no_newline;
    return similarity(&d, &a, &b) > 60 ? 2 : d.nhunks > 1 ? 3 : 4;
}
