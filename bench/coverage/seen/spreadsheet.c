/* Spreadsheet evaluator: reads "cell=formula" lines into a small grid and
 * computes all cells, with range functions, errors and cycle detection. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define SHEET_SIZE 64
#define COLS 4
#define ROWS 5
#define MAX_NEST 4
#define MAX_EVAL_DEPTH 24

enum cell_kind { EMPTY, CONSTANT, FORMULA };
enum cell_state { FRESH, BUSY, DONE };
enum error { E_NONE, E_SYNTAX, E_REF, E_DIV, E_CYCLE, E_RANGE, E_NAME };

struct cell {
    enum cell_kind kind;
    enum cell_state state;
    const char *text; /* formula source, not terminated */
    size_t len;
    int32_t value;
    enum error err;
};

struct sheet {
    int depth;
    int evaluated;
    struct cell grid[ROWS][COLS];
};

struct parser {
    const char *s;
    size_t len, pos;
    int nest;
    enum error err;
};

/* Running totals for range functions. */
struct agg {
    int64_t sum;
    int32_t min, max;
    int count;
};

static int look(const struct parser *p)
{
    return p->pos < p->len ? (unsigned char)p->s[p->pos] : 0;
}

static void set_error(struct parser *p, enum error e)
{
    if (p->err == E_NONE)
        p->err = e;
}

static bool accept(struct parser *p, int c)
{
    if (look(p) != c)
        return false;
    p->pos++;
    return true;
}

static int32_t clamp(struct parser *p, int64_t v)
{
    if (v > 1000000 || v < -1000000) {
        set_error(p, E_RANGE);
        return 0;
    }
    return (int32_t)v;
}

/* Cell reference such as B3; false without an error when it is not one. */
static bool parse_ref(struct parser *p, int *col, int *row)
{
    int c = toupper(look(p));
    if (c < 'A' || c > 'Z' || p->pos + 1 >= p->len || !isdigit((unsigned char)p->s[p->pos + 1]))
        return false;
    *col = c - 'A';
    *row = p->s[p->pos + 1] - '1';
    p->pos += 2;
    return true;
}

static bool ref_ok(int col, int row)
{
    return col >= 0 && col < COLS && row >= 0 && row < ROWS;
}

static void eval_cell(struct sheet *sh, int col, int row);

static int32_t cell_value(struct sheet *sh, struct parser *p, int col, int row)
{
    if (!ref_ok(col, row)) {
        set_error(p, E_REF);
        return 0;
    }
    eval_cell(sh, col, row);
    const struct cell *c = &sh->grid[row][col];
    if (c->err != E_NONE)
        set_error(p, c->err);
    return c->value;
}

static void agg_add(struct agg *a, int32_t v)
{
    a->sum += v;
    if (a->count == 0 || v < a->min)
        a->min = v;
    if (a->count == 0 || v > a->max)
        a->max = v;
    a->count++;
}

/* Add up the non-empty cells of a rectangle given by two corners. */
static void agg_range(struct sheet *sh, struct parser *p, struct agg *a, int c1, int r1, int c2, int r2)
{
    if (c1 > c2) {
        int t = c1;
        c1 = c2;
        c2 = t;
    }
    if (r1 > r2) {
        int t = r1;
        r1 = r2;
        r2 = t;
    }
    if (!ref_ok(c1, r1) || c2 >= COLS || r2 > ROWS) {
        set_error(p, E_REF);
        return;
    }
    for (int r = r1; r <= r2; r++)
        for (int c = c1; c <= c2; c++)
            if (sh->grid[r][c].kind != EMPTY)
                agg_add(a, cell_value(sh, p, c, r));
}

static int32_t parse_sum(struct sheet *sh, struct parser *p);

static void parse_args(struct sheet *sh, struct parser *p, struct agg *a)
{
    do {
        int c1, r1, c2, r2;
        size_t start = p->pos;
        if (parse_ref(p, &c1, &r1) && accept(p, ':')) {
            if (parse_ref(p, &c2, &r2))
                agg_range(sh, p, a, c1, r1, c2, r2);
            else
                set_error(p, E_SYNTAX);
        } else {
            p->pos = start;
            agg_add(a, parse_sum(sh, p));
        }
    } while (p->err == E_NONE && accept(p, ','));
}

static int32_t parse_function(struct sheet *sh, struct parser *p)
{
    char name[4] = { 0 };
    struct agg a;
    for (int i = 0; i < 3; i++) {
        if (!isalpha(look(p))) {
            set_error(p, E_NAME);
            return 0;
        }
        name[i] = (char)toupper(look(p));
        p->pos++;
    }
    if (!accept(p, '(')) {
        set_error(p, E_NAME);
        return 0;
    }
    memset(&a, 0, sizeof a);
    parse_args(sh, p, &a);
    if (!accept(p, ')'))
        set_error(p, E_SYNTAX);
    if (p->err != E_NONE)
        return 0;
    if (strcmp(name, "SUM") == 0)
        return clamp(p, a.sum);
    if (strcmp(name, "CNT") == 0)
        return a.count;
    if (strcmp(name, "MIN") == 0)
        return a.min;
    if (strcmp(name, "MAX") == 0)
        return a.max;
    if (strcmp(name, "AVG") == 0) {
        if (a.count == 0) {
            set_error(p, E_DIV);
            return 0;
        }
        return (int32_t)(a.sum / a.count);
    }
    set_error(p, E_NAME);
    return 0;
}

static int32_t parse_number(struct parser *p)
{
    int64_t v = 0;
    while (isdigit(look(p)) && p->err == E_NONE) {
        v = clamp(p, v * 10 + (look(p) - '0'));
        p->pos++;
    }
    return (int32_t)v;
}

static int32_t parse_primary(struct sheet *sh, struct parser *p)
{
    int col, row;
    if (p->err != E_NONE)
        return 0;
    if (isdigit(look(p)))
        return parse_number(p);
    if (p->nest == MAX_NEST) {
        set_error(p, E_SYNTAX);
        return 0;
    }
    p->nest++;
    int32_t v = 0;
    if (accept(p, '-')) {
        v = -parse_primary(sh, p);
    } else if (accept(p, '(')) {
        v = parse_sum(sh, p);
        if (!accept(p, ')'))
            set_error(p, E_SYNTAX);
    } else if (parse_ref(p, &col, &row)) {
        v = cell_value(sh, p, col, row);
    } else if (isalpha(look(p))) {
        v = parse_function(sh, p);
    } else {
        set_error(p, E_SYNTAX);
    }
    p->nest--;
    return v;
}

static int32_t parse_product(struct sheet *sh, struct parser *p)
{
    int32_t v = parse_primary(sh, p);
    while (p->err == E_NONE) {
        if (accept(p, '*')) {
            v = clamp(p, (int64_t)v * parse_primary(sh, p));
        } else if (accept(p, '/')) {
            int32_t d = parse_primary(sh, p);
            if (d == 0)
                set_error(p, E_DIV);
            else
                v /= d;
        } else {
            break;
        }
    }
    return v;
}

static int32_t parse_sum(struct sheet *sh, struct parser *p)
{
    int32_t v = parse_product(sh, p);
    while (p->err == E_NONE) {
        if (accept(p, '+'))
            v = clamp(p, (int64_t)v + parse_product(sh, p));
        else if (accept(p, '-'))
            v = clamp(p, (int64_t)v - parse_product(sh, p));
        else
            break;
    }
    return v;
}

static void eval_cell(struct sheet *sh, int col, int row)
{
    struct cell *c = &sh->grid[row][col];
    if (c->kind != FORMULA || c->state == DONE)
        return;
    if (c->state == BUSY || sh->depth == MAX_EVAL_DEPTH) {
        c->err = E_CYCLE;
        return;
    }
    c->state = BUSY;
    sh->depth++;
    struct parser p = { c->text, c->len, 0, 0, E_NONE };
    int32_t v = parse_sum(sh, &p);
    if (p.err == E_NONE && p.pos != p.len)
        p.err = E_SYNTAX;
    if (c->err == E_NONE)
        c->err = p.err;
    c->value = c->err == E_NONE ? v : 0;
    c->state = DONE;
    sh->depth--;
    sh->evaluated++;
}

/* "B2=12" stores a constant, "B2==A1+1" a formula. */
static bool load_line(struct sheet *sh, const char *s, size_t len)
{
    struct parser p = { s, len, 0, 0, E_NONE };
    int col, row;
    if (!parse_ref(&p, &col, &row) || !accept(&p, '=') || !ref_ok(col, row))
        return false;
    struct cell *c = &sh->grid[row][col];
    memset(c, 0, sizeof *c);
    if (accept(&p, '=')) {
        c->kind = FORMULA;
        c->text = s + p.pos;
        c->len = len - p.pos;
        return true;
    }
    bool neg = accept(&p, '-');
    if (!isdigit(look(&p)))
        return false;
    c->value = parse_number(&p);
    if (neg)
        c->value = -c->value;
    c->kind = CONSTANT;
    return p.err == E_NONE && p.pos == len;
}

int main(void)
{
    char text[SHEET_SIZE];
    static struct sheet sh;
    int bad = 0, errors = 0;
    int64_t total = 0;
    klee_make_symbolic(text, sizeof text, "sheet");

    for (size_t i = 0; i < sizeof text && text[i] != '\0'; ) {
        size_t end = i;
        while (end < sizeof text && text[end] != '\0' && text[end] != '\n' && text[end] != ';')
            end++;
        if (end > i && !load_line(&sh, text + i, end - i))
            bad++;
        i = end < sizeof text && text[end] != '\0' ? end + 1 : end;
    }
    for (int r = 0; r < ROWS; r++) {
        for (int c = 0; c < COLS; c++) {
            eval_cell(&sh, c, r);
            errors += sh.grid[r][c].err != E_NONE;
            total += sh.grid[r][c].value;
        }
    }
    printf("total %lld bad %d errors %d evaluated %d\n", (long long)total, bad, errors, sh.evaluated);
    return errors;
}
