/* CSV query: parses a small quoted CSV table and runs a one-line query on it:
 * select a column where another compares, then count, sum, min, max or list. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define TEXT_SIZE 56
#define QUERY_SIZE 24
#define MAX_ROWS 6
#define MAX_COLS 4
#define CELL_SIZE 12

enum csv_error { CSV_OK, CSV_TOO_WIDE, CSV_TOO_MANY, CSV_QUOTE, CSV_RAGGED, CSV_EMPTY };
enum agg { AGG_LIST, AGG_COUNT, AGG_SUM, AGG_MIN, AGG_MAX };
enum cmp { CMP_NONE, CMP_EQ, CMP_NE, CMP_LT, CMP_GT, CMP_HAS };

struct table {
    char cell[MAX_ROWS][MAX_COLS][CELL_SIZE];
    int rows, cols; /* row 0 is the header */
    bool clipped;
};

struct query {
    enum agg agg;
    int column;
    enum cmp cmp;
    int where;
    char value[CELL_SIZE];
    bool negate;
};

struct reader {
    const char *s;
    size_t pos, len;
};

static int peek(const struct reader *r)
{
    return r->pos < r->len ? (unsigned char)r->s[r->pos] : 0;
}

static int next(struct reader *r)
{
    int c = peek(r);
    if (c)
        r->pos++;
    return c;
}

static void put(struct table *t, char *cell, size_t *n, int c)
{
    if (*n + 1 < CELL_SIZE)
        cell[(*n)++] = (char)c;
    else
        t->clipped = true;
}

/* Reads a quoted cell; the opening quote is already taken. */
static enum csv_error read_quoted(struct reader *r, struct table *t, char *cell)
{
    size_t n = 0;
    for (;;) {
        int c = next(r);
        if (!c)
            return CSV_QUOTE;
        if (c == '"') {
            if (peek(r) != '"')
                break;
            next(r);
        }
        put(t, cell, &n, c);
    }
    cell[n] = '\0';
    int c = peek(r);
    return c == 0 || c == ',' || c == '\n' ? CSV_OK : CSV_QUOTE;
}

static enum csv_error read_plain(struct reader *r, struct table *t, char *cell)
{
    size_t n = 0;
    while (peek(r) == ' ')
        next(r);
    while (peek(r) && peek(r) != ',' && peek(r) != '\n') {
        int c = next(r);
        if (c == '"')
            return CSV_QUOTE;
        if (c == '\r')
            continue;
        put(t, cell, &n, c);
    }
    while (n > 0 && cell[n - 1] == ' ')
        n--;
    cell[n] = '\0';
    return CSV_OK;
}

static enum csv_error read_row(struct reader *r, struct table *t, int *cols)
{
    *cols = 0;
    for (;;) {
        enum csv_error e;
        if (*cols == MAX_COLS)
            return CSV_TOO_WIDE;
        char *cell = t->cell[t->rows][*cols];
        if (peek(r) == '"') {
            next(r);
            e = read_quoted(r, t, cell);
        } else {
            e = read_plain(r, t, cell);
        }
        if (e != CSV_OK)
            return e;
        (*cols)++;
        if (peek(r) != ',')
            break;
        next(r);
    }
    if (peek(r) == '\n')
        next(r);
    return CSV_OK;
}

static enum csv_error read_table(struct reader *r, struct table *t)
{
    while (peek(r)) {
        int cols;
        if (peek(r) == '\n') { /* blank line */
            next(r);
            continue;
        }
        if (peek(r) == '#') { /* comment line */
            while (peek(r) && peek(r) != '\n')
                next(r);
            continue;
        }
        if (t->rows == MAX_ROWS)
            return CSV_TOO_MANY;
        enum csv_error e = read_row(r, t, &cols);
        if (e != CSV_OK)
            return e;
        if (t->rows == 0)
            t->cols = cols;
        else if (cols != t->cols)
            return CSV_RAGGED;
        t->rows++;
    }
    return t->rows == 0 ? CSV_EMPTY : CSV_OK;
}

static bool to_number(const char *s, long *out)
{
    bool neg = *s == '-';
    long v = 0;
    if (neg || *s == '+')
        s++;
    if (!*s)
        return false;
    for (; *s; s++) {
        if (!isdigit((unsigned char)*s))
            return false;
        v = v * 10 + (*s - '0');
    }
    *out = neg ? -v : v;
    return true;
}

static size_t read_word(struct reader *r, char *buf, size_t size)
{
    size_t n = 0;
    while (peek(r) == ' ')
        next(r);
    while (isalnum(peek(r)) || peek(r) == '_' || peek(r) == '-') {
        int c = next(r);
        if (n + 1 < size)
            buf[n++] = (char)c;
    }
    buf[n] = '\0';
    return n;
}

/* A column is a header name, or "_2" for the second one. */
static int find_column(const struct table *t, const char *name)
{
    long k;
    for (int c = 0; c < t->cols; c++)
        if (strcmp(t->cell[0][c], name) == 0)
            return c;
    if (name[0] == '_' && to_number(name + 1, &k) && k >= 1 && k <= t->cols)
        return (int)k - 1;
    return -1;
}

static enum agg agg_by_name(const char *w, bool *known)
{
    static const char *const names[] = { "list", "count", "sum", "min", "max" };
    *known = true;
    for (int i = 0; i < 5; i++)
        if (strcmp(names[i], w) == 0)
            return (enum agg)i;
    *known = false;
    return AGG_LIST;
}

/* query: agg column [ '?' ['!'] column op value ] */
static int parse_query(struct reader *r, const struct table *t, struct query *q)
{
    char word[CELL_SIZE];
    bool known;
    memset(q, 0, sizeof *q);
    if (!read_word(r, word, sizeof word))
        return -1;
    q->agg = agg_by_name(word, &known);
    if (!known)
        return -2;
    read_word(r, word, sizeof word);
    q->column = find_column(t, word);
    if (q->column < 0)
        return -3;
    while (peek(r) == ' ')
        next(r);
    if (!peek(r))
        return 0;
    if (next(r) != '?')
        return -4;
    if (peek(r) == '!') {
        q->negate = true;
        next(r);
    }
    read_word(r, word, sizeof word);
    q->where = find_column(t, word);
    if (q->where < 0)
        return -5;
    switch (next(r)) {
    case '=': q->cmp = CMP_EQ; break;
    case '#': q->cmp = CMP_NE; break;
    case '<': q->cmp = CMP_LT; break;
    case '>': q->cmp = CMP_GT; break;
    case '~': q->cmp = CMP_HAS; break;
    default: return -6;
    }
    read_word(r, q->value, sizeof q->value);
    return 0;
}

static bool row_matches(const struct table *t, const struct query *q, int row)
{
    const char *cell = t->cell[row][q->where];
    long a, b;
    int order;
    bool hit = false;
    if (q->cmp == CMP_NONE)
        return true;
    if (to_number(cell, &a) && to_number(q->value, &b))
        order = (a > b) - (a < b);
    else
        order = strcmp(cell, q->value);
    switch (q->cmp) {
    case CMP_EQ: hit = order == 0; break;
    case CMP_NE: hit = order != 0; break;
    case CMP_LT: hit = order < 0; break;
    case CMP_GT: hit = order > 0; break;
    case CMP_HAS: hit = strstr(cell, q->value) != NULL; break;
    case CMP_NONE: break;
    }
    return hit != q->negate;
}

static int run_query(const struct table *t, const struct query *q)
{
    long acc = 0, v;
    int hits = 0, bad = 0;
    for (int row = 1; row < t->rows; row++) {
        if (!row_matches(t, q, row))
            continue;
        const char *cell = t->cell[row][q->column];
        if (q->agg == AGG_LIST) {
            puts(cell);
        } else if (q->agg != AGG_COUNT) {
            if (!to_number(cell, &v)) {
                bad++;
                continue;
            }
            if (q->agg == AGG_SUM)
                acc += v;
            else if (hits == 0 || (q->agg == AGG_MIN ? v < acc : v > acc))
                acc = v;
        }
        hits++;
    }
    if (hits == 0 && bad > 0)
        return 20;
    if (q->agg >= AGG_SUM && hits > 0)
        printf("%ld\n", acc);
    else if (q->agg == AGG_COUNT)
        printf("%d\n", hits);
    return bad ? 21 : hits == 0 ? 22 : 0;
}

int main(void)
{
    char text[TEXT_SIZE], line[QUERY_SIZE];
    static struct table t;
    struct query q;
    klee_make_symbolic(text, sizeof text, "text");
    klee_make_symbolic(line, sizeof line, "query");

    struct reader r = { text, 0, sizeof text };
    enum csv_error e = read_table(&r, &t);
    if (e != CSV_OK)
        return (int)e;
    struct reader qr = { line, 0, sizeof line };
    int rc = parse_query(&qr, &t, &q);
    if (rc != 0)
        return 10 - rc;
    rc = run_query(&t, &q);
    if (t.clipped)
        puts("warning: cells clipped");
    return rc;
}
