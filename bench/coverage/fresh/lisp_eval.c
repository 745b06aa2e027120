/* Tiny Lisp: reader for lists, integers, symbols and quote, and an evaluator with
 * def, lambda, if, quote and list primitives over a fixed cell pool with fuel. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define SRC_SIZE 48
#define MAX_CELLS 200
#define MAX_DEPTH 12
#define FUEL 200
#define SYM_LEN 7

enum type { T_NIL, T_INT, T_SYM, T_PAIR, T_LAMBDA, T_PRIM, T_ERROR };
enum prim { P_ADD, P_SUB, P_MUL, P_LT, P_EQ, P_CAR, P_CDR, P_CONS, P_NULL, P_COUNT };

typedef int ref; /* index of a cell; 0 is nil, 1 the error */

struct cell {
    enum type type;
    int32_t num;
    char sym[SYM_LEN + 1];
    ref car, cdr; /* pair, or lambda: parameters+body and environment */
};

struct lisp {
    struct cell c[MAX_CELLS];
    int used, fuel;
    const char *p, *end;
    ref globals; /* list of (symbol . value) */
    const char *why;
};

static ref fail(struct lisp *l, const char *why)
{
    if (!l->why)
        l->why = why;
    return 1;
}

static ref make(struct lisp *l, enum type t, ref car, ref cdr)
{
    if (l->used == MAX_CELLS)
        return fail(l, "out of cells");
    struct cell *c = &l->c[l->used];
    memset(c, 0, sizeof *c);
    c->type = t;
    c->car = car;
    c->cdr = cdr;
    return l->used++;
}

static ref make_int(struct lisp *l, int32_t v)
{
    ref r = make(l, T_INT, 0, 0);
    if (r > 1)
        l->c[r].num = v;
    return r;
}

static ref make_sym(struct lisp *l, const char *s, size_t n)
{
    ref r = make(l, T_SYM, 0, 0);
    if (r > 1)
        memcpy(l->c[r].sym, s, n);
    return r;
}

static bool is_sym(const struct lisp *l, ref r, const char *name)
{
    return l->c[r].type == T_SYM && strcmp(l->c[r].sym, name) == 0;
}

static ref car(const struct lisp *l, ref r)
{
    return l->c[r].type == T_PAIR ? l->c[r].car : 0;
}

static ref cdr(const struct lisp *l, ref r)
{
    return l->c[r].type == T_PAIR ? l->c[r].cdr : 0;
}

static void skip_space(struct lisp *l)
{
    while (l->p < l->end && (*l->p == ' ' || *l->p == '\n'))
        l->p++;
}

static ref read_atom(struct lisp *l)
{
    const char *s = l->p;
    while (l->p < l->end && isgraph((unsigned char)*l->p) && !strchr("()';", *l->p))
        l->p++;
    size_t n = (size_t)(l->p - s);
    if (n == 0 || n > SYM_LEN)
        return fail(l, "bad token");
    size_t i = n > 1 && s[0] == '-' ? 1 : 0;
    int32_t v = 0;
    if (!isdigit((unsigned char)s[i]))
        return make_sym(l, s, n);
    for (; i < n; i++) {
        if (!isdigit((unsigned char)s[i]))
            return fail(l, "bad number");
        v = v * 10 + (s[i] - '0');
    }
    return make_int(l, s[0] == '-' ? -v : v);
}

static ref read_expr(struct lisp *l, int depth);

static ref read_list(struct lisp *l, int depth)
{
    ref head = 0, tail = 0;
    for (;;) {
        skip_space(l);
        if (l->p == l->end || *l->p == '\0')
            return fail(l, "open list");
        if (*l->p == ')')
            return l->p++, head;
        ref e = read_expr(l, depth + 1);
        if (e == 1)
            return 1;
        ref pair = make(l, T_PAIR, e, 0);
        if (pair == 1)
            return 1;
        if (tail)
            l->c[tail].cdr = pair;
        else
            head = pair;
        tail = pair;
    }
}

static ref read_expr(struct lisp *l, int depth)
{
    skip_space(l);
    if (depth > MAX_DEPTH || l->p == l->end)
        return fail(l, depth > MAX_DEPTH ? "nesting" : "end of input");
    if (*l->p == '(') {
        l->p++;
        return read_list(l, depth);
    }
    if (*l->p == '\'') {
        l->p++;
        ref e = read_expr(l, depth + 1);
        if (e == 1)
            return 1;
        ref q = make_sym(l, "quote", 5);
        ref rest = make(l, T_PAIR, e, 0);
        return q == 1 || rest == 1 ? 1 : make(l, T_PAIR, q, rest);
    }
    return read_atom(l);
}

static ref lookup(struct lisp *l, ref env, const char *name)
{
    for (int pass = 0; pass < 2; pass++, env = l->globals)
        for (ref e = env; e; e = cdr(l, e))
            if (strcmp(l->c[car(l, car(l, e))].sym, name) == 0)
                return cdr(l, car(l, e));
    return fail(l, "unbound");
}

static ref bind(struct lisp *l, ref env, ref sym, ref value)
{
    if (l->c[sym].type != T_SYM)
        return fail(l, "not a name");
    ref pair = make(l, T_PAIR, sym, value);
    return pair == 1 ? 1 : make(l, T_PAIR, pair, env);
}

static ref eval(struct lisp *l, ref e, ref env, int depth);

static ref eval_list(struct lisp *l, ref list, ref env, int depth)
{
    ref head = 0, tail = 0;
    for (; l->c[list].type == T_PAIR; list = cdr(l, list)) {
        ref v = eval(l, car(l, list), env, depth + 1);
        if (v == 1)
            return 1;
        ref pair = make(l, T_PAIR, v, 0);
        if (pair == 1)
            return 1;
        if (tail)
            l->c[tail].cdr = pair;
        else
            head = pair;
        tail = pair;
    }
    return head;
}

static bool equal(const struct lisp *l, ref a, ref b)
{
    const struct cell *x = &l->c[a], *y = &l->c[b];
    if (a == b)
        return true;
    return x->type == y->type && (x->type == T_INT || x->type == T_SYM) && x->num == y->num &&
           strcmp(x->sym, y->sym) == 0;
}

static ref arith(struct lisp *l, enum prim op, ref args)
{
    int64_t acc = op == P_MUL ? 1 : 0;
    int n = 0;
    for (; l->c[args].type == T_PAIR; args = cdr(l, args), n++) {
        const struct cell *x = &l->c[car(l, args)];
        if (x->type != T_INT)
            return fail(l, "not a number");
        if (op == P_ADD || (op == P_SUB && n == 0))
            acc += x->num;
        else if (op == P_SUB)
            acc -= x->num;
        else
            acc *= x->num;
        if (acc > INT32_MAX || acc < -INT32_MAX)
            return fail(l, "overflow");
    }
    return make_int(l, (int32_t)(op == P_SUB && n == 1 ? -acc : acc));
}

static ref call_prim(struct lisp *l, enum prim op, ref args)
{
    ref a = car(l, args), b = car(l, cdr(l, args));
    switch (op) {
    case P_ADD:
    case P_SUB:
    case P_MUL: return arith(l, op, args);
    case P_LT:
        if (l->c[a].type != T_INT || l->c[b].type != T_INT)
            return fail(l, "not a number");
        return l->c[a].num < l->c[b].num ? make_int(l, 1) : 0;
    case P_EQ: return equal(l, a, b) ? make_int(l, 1) : 0;
    case P_CAR:
    case P_CDR:
        if (l->c[a].type != T_PAIR)
            return fail(l, "not a pair");
        return op == P_CAR ? l->c[a].car : l->c[a].cdr;
    case P_CONS: return make(l, T_PAIR, a, b);
    case P_NULL: return a == 0 ? make_int(l, 1) : 0;
    case P_COUNT: break;
    }
    return 1;
}

static ref apply(struct lisp *l, ref f, ref args, int depth)
{
    if (l->c[f].type == T_PRIM)
        return call_prim(l, (enum prim)l->c[f].num, args);
    if (l->c[f].type != T_LAMBDA)
        return fail(l, "not a function");
    ref env = l->c[f].cdr, names = car(l, l->c[f].car);
    for (; l->c[names].type == T_PAIR; names = cdr(l, names), args = cdr(l, args)) {
        if (args == 0)
            return fail(l, "too few arguments");
        env = bind(l, env, car(l, names), car(l, args));
        if (env == 1)
            return 1;
    }
    if (args != 0)
        return fail(l, "too many arguments");
    return eval(l, car(l, cdr(l, l->c[f].car)), env, depth + 1);
}

static ref eval_special(struct lisp *l, ref e, ref env, int depth, bool *special)
{
    ref head = car(l, e), a = car(l, cdr(l, e)), rest = cdr(l, cdr(l, e));
    ref v;
    *special = true;
    if (is_sym(l, head, "quote"))
        return a;
    if (is_sym(l, head, "lambda"))
        return make(l, T_LAMBDA, cdr(l, e), env);
    if (is_sym(l, head, "if")) {
        v = eval(l, a, env, depth + 1);
        return v == 1 ? 1 : eval(l, car(l, v ? rest : cdr(l, rest)), env, depth + 1);
    }
    if (is_sym(l, head, "def")) {
        v = eval(l, car(l, rest), env, depth + 1);
        ref g = v == 1 ? 1 : bind(l, l->globals, a, v);
        if (g != 1)
            l->globals = g;
        return g == 1 ? 1 : v;
    }
    *special = false;
    return 0;
}

static ref eval(struct lisp *l, ref e, ref env, int depth)
{
    bool special;
    if (depth > 3 * MAX_DEPTH || l->fuel-- <= 0)
        return fail(l, "too long");
    if (l->c[e].type == T_SYM)
        return lookup(l, env, l->c[e].sym);
    if (l->c[e].type != T_PAIR)
        return e;
    ref v = eval_special(l, e, env, depth, &special);
    if (special)
        return v;
    ref f = eval(l, car(l, e), env, depth + 1);
    ref args = f == 1 ? 1 : eval_list(l, cdr(l, e), env, depth);
    return args == 1 ? 1 : apply(l, f, args, depth);
}

static void boot(struct lisp *l)
{
    static const char *const names[P_COUNT] = { "+", "-", "*", "<", "=", "car", "cdr", "cons", "null" };
    l->c[1].type = T_ERROR;
    l->used = 2;
    l->fuel = FUEL;
    for (int i = 0; i < P_COUNT; i++) {
        ref f = make(l, T_PRIM, 0, 0);
        l->c[f].num = i;
        l->globals = bind(l, l->globals, make_sym(l, names[i], strlen(names[i])), f);
    }
}

int main(void)
{
    char src[SRC_SIZE];
    static struct lisp l;
    ref v = 0;
    klee_make_symbolic(src, sizeof src, "src");

    boot(&l);
    l.p = src;
    l.end = src + sizeof src;
    for (int k = 0; k < 8; k++) {
        skip_space(&l);
        if (l.p == l.end || *l.p == '\0')
            break;
        v = read_expr(&l, 0);
        if (v != 1)
            v = eval(&l, v, 0, 0);
        if (v == 1) {
            printf("error: %s\n", l.why);
            return 10;
        }
    }
    if (l.c[v].type == T_INT)
        printf("%d\n", (int)l.c[v].num);
    return (int)l.c[v].type;
}
