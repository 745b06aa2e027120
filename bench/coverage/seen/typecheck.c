/* Tokenizer and recursive-descent type checker for a tiny language with int,
 * bool and list types, let bindings, conditionals, lambdas of one argument. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define SOURCE_SIZE 48
#define MAX_TYPES 40
#define MAX_SCOPE 8
#define MAX_DEPTH 10

enum token { T_END, T_NUM, T_NAME, T_LET, T_IN, T_IF, T_THEN, T_ELSE, T_TRUE, T_FALSE, T_FN, T_SYM, T_BAD };
enum type_kind { TY_INT, TY_BOOL, TY_LIST, TY_FUN, TY_VAR };

enum error {
    E_NONE, E_TOKEN, E_SYNTAX, E_UNBOUND, E_MISMATCH, E_OCCURS, E_SCOPE, E_SPACE, E_DEPTH
};

struct type {
    enum type_kind kind;
    int a, b; /* list element; function argument and result */
    int link; /* for bound variables, -1 otherwise */
};

struct binding {
    char name;
    int type;
};

struct checker {
    const char *src;
    size_t len, pos;
    enum token tok;
    char sym;  /* symbol or name character */
    struct type types[MAX_TYPES];
    int ntypes;
    struct binding scope[MAX_SCOPE];
    int nscope;
    int depth;
    enum error err;
};

static int set_error(struct checker *c, enum error e)
{
    if (c->err == E_NONE)
        c->err = e;
    return 0;
}

static int look(const struct checker *c)
{
    return c->pos < c->len ? (unsigned char)c->src[c->pos] : 0;
}

static enum token keyword(const char *w)
{
    static const struct { const char *word; enum token t; } table[] = {
        { "let", T_LET }, { "in", T_IN }, { "if", T_IF }, { "then", T_THEN }, { "else", T_ELSE },
        { "true", T_TRUE }, { "false", T_FALSE }, { "fn", T_FN },
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].word, w) == 0)
            return table[i].t;
    return T_BAD;
}

static void next_token(struct checker *c)
{
    while (look(c) == ' ' || look(c) == '\n')
        c->pos++;
    int ch = look(c);
    c->sym = (char)ch;
    if (ch == 0) {
        c->tok = T_END;
    } else if (isdigit(ch)) {
        while (isdigit(look(c)))
            c->pos++;
        c->tok = T_NUM;
    } else if (islower(ch)) {
        char word[6] = { 0 };
        size_t n = 0;
        while (islower(look(c))) {
            if (n + 1 < sizeof word)
                word[n] = (char)look(c);
            n++;
            c->pos++;
        }
        /* names are single letters, everything longer must be a keyword */
        c->tok = n == 1 ? T_NAME : n < sizeof word ? keyword(word) : T_BAD;
    } else if (strchr("+-*<=&|!()[],:.", ch)) {
        c->pos++;
        c->tok = T_SYM;
    } else {
        c->tok = T_BAD;
    }
    if (c->tok == T_BAD)
        set_error(c, E_TOKEN);
}

static bool is_sym(const struct checker *c, char s)
{
    return c->err == E_NONE && c->tok == T_SYM && c->sym == s;
}

static void expect_sym(struct checker *c, char s)
{
    if (is_sym(c, s))
        next_token(c);
    else
        set_error(c, E_SYNTAX);
}

static void expect(struct checker *c, enum token t)
{
    if (c->err == E_NONE && c->tok == t)
        next_token(c);
    else
        set_error(c, E_SYNTAX);
}

static int new_type(struct checker *c, enum type_kind k, int a, int b)
{
    if (c->ntypes == MAX_TYPES)
        return set_error(c, E_SPACE);
    c->types[c->ntypes] = (struct type){ k, a, b, -1 };
    return c->ntypes++;
}

static int resolve(const struct checker *c, int t)
{
    while (c->types[t].kind == TY_VAR && c->types[t].link >= 0)
        t = c->types[t].link;
    return t;
}

static bool occurs(const struct checker *c, int var, int t, int depth)
{
    t = resolve(c, t);
    if (t == var || depth == MAX_TYPES)
        return true;
    const struct type *ty = &c->types[t];
    if (ty->kind == TY_LIST)
        return occurs(c, var, ty->a, depth + 1);
    if (ty->kind == TY_FUN)
        return occurs(c, var, ty->a, depth + 1) || occurs(c, var, ty->b, depth + 1);
    return false;
}

static void unify(struct checker *c, int x, int y, int depth)
{
    x = resolve(c, x);
    y = resolve(c, y);
    if (x == y || c->err != E_NONE)
        return;
    if (depth == MAX_TYPES) {
        set_error(c, E_DEPTH);
        return;
    }
    struct type *tx = &c->types[x], *ty = &c->types[y];
    if (tx->kind == TY_VAR || ty->kind == TY_VAR) {
        int var = tx->kind == TY_VAR ? x : y, other = var == x ? y : x;
        if (occurs(c, var, other, 0))
            set_error(c, E_OCCURS);
        else
            c->types[var].link = other;
        return;
    }
    if (tx->kind != ty->kind) {
        set_error(c, E_MISMATCH);
        return;
    }
    if (tx->kind == TY_LIST || tx->kind == TY_FUN)
        unify(c, tx->a, ty->a, depth + 1);
    if (tx->kind == TY_FUN)
        unify(c, tx->b, ty->b, depth + 1);
}

static bool push_scope(struct checker *c, char name, int type)
{
    if (c->nscope == MAX_SCOPE) {
        set_error(c, E_SCOPE);
        return false;
    }
    c->scope[c->nscope].name = name;
    c->scope[c->nscope].type = type;
    c->nscope++;
    return true;
}

static int lookup(struct checker *c, char name)
{
    for (int i = c->nscope - 1; i >= 0; i--)
        if (c->scope[i].name == name)
            return c->scope[i].type;
    return set_error(c, E_UNBOUND);
}

static int check_expr(struct checker *c);

static int check_list(struct checker *c)
{
    int elem = new_type(c, TY_VAR, 0, 0);
    next_token(c);
    if (!is_sym(c, ']')) {
        unify(c, elem, check_expr(c), 0);
        while (is_sym(c, ',')) {
            next_token(c);
            unify(c, elem, check_expr(c), 0);
        }
    }
    expect_sym(c, ']');
    return new_type(c, TY_LIST, elem, 0);
}

static int check_primary(struct checker *c)
{
    int t;
    if (c->err != E_NONE)
        return 0;
    switch (c->tok) {
    case T_NUM:
        next_token(c);
        return new_type(c, TY_INT, 0, 0);
    case T_TRUE:
    case T_FALSE:
        next_token(c);
        return new_type(c, TY_BOOL, 0, 0);
    case T_NAME:
        t = lookup(c, c->sym);
        next_token(c);
        return t;
    case T_SYM:
        if (c->sym == '(') {
            next_token(c);
            t = check_expr(c);
            expect_sym(c, ')');
            return t;
        }
        if (c->sym == '[')
            return check_list(c);
        if (c->sym == '!') {
            next_token(c);
            t = check_primary(c);
            unify(c, t, new_type(c, TY_BOOL, 0, 0), 0);
            return t;
        }
        return set_error(c, E_SYNTAX);
    default:
        return set_error(c, E_SYNTAX);
    }
}

static bool starts_primary(const struct checker *c)
{
    return c->tok == T_NUM || c->tok == T_NAME || c->tok == T_TRUE || c->tok == T_FALSE ||
           (c->tok == T_SYM && (c->sym == '(' || c->sym == '['));
}

static int check_call(struct checker *c)
{
    int f = check_primary(c);
    while (c->err == E_NONE && starts_primary(c)) {
        int arg = check_primary(c);
        int result = new_type(c, TY_VAR, 0, 0);
        unify(c, f, new_type(c, TY_FUN, arg, result), 0);
        f = result;
    }
    return f;
}

/* All binary operators share one level, left to right, ':' is list cons. */
static int check_binary(struct checker *c)
{
    int left = check_call(c);
    while (c->err == E_NONE && c->tok == T_SYM && strchr("+-*<=&|:", c->sym)) {
        char op = c->sym;
        next_token(c);
        int right = check_call(c);
        if (op == ':') {
            unify(c, right, new_type(c, TY_LIST, left, 0), 0);
            left = right;
        } else if (op == '=') {
            unify(c, left, right, 0);
            left = new_type(c, TY_BOOL, 0, 0);
        } else {
            bool logic = op == '&' || op == '|';
            int want = new_type(c, logic ? TY_BOOL : TY_INT, 0, 0);
            unify(c, left, want, 0);
            unify(c, right, want, 0);
            left = op == '<' ? new_type(c, TY_BOOL, 0, 0) : want;
        }
    }
    return left;
}

static int check_let(struct checker *c)
{
    next_token(c);
    char name = c->sym;
    expect(c, T_NAME);
    expect_sym(c, '=');
    int value = check_call(c);
    expect(c, T_IN);
    if (c->err != E_NONE || !push_scope(c, name, value))
        return 0;
    int body = check_expr(c);
    c->nscope--;
    return body;
}

static int check_if(struct checker *c)
{
    next_token(c);
    int cond = check_expr(c);
    unify(c, cond, new_type(c, TY_BOOL, 0, 0), 0);
    expect(c, T_THEN);
    int a = check_expr(c);
    expect(c, T_ELSE);
    unify(c, a, check_expr(c), 0);
    return a;
}

static int check_fn(struct checker *c)
{
    next_token(c);
    char name = c->sym;
    expect(c, T_NAME);
    expect_sym(c, '.');
    int arg = new_type(c, TY_VAR, 0, 0);
    if (c->err != E_NONE || !push_scope(c, name, arg))
        return 0;
    int body = check_expr(c);
    c->nscope--;
    return new_type(c, TY_FUN, arg, body);
}

static int check_expr(struct checker *c)
{
    int t;
    if (c->err != E_NONE)
        return 0;
    if (c->depth == MAX_DEPTH)
        return set_error(c, E_DEPTH);
    c->depth++;
    switch (c->tok) {
    case T_LET: t = check_let(c); break;
    case T_IF: t = check_if(c); break;
    case T_FN: t = check_fn(c); break;
    default: t = check_binary(c); break;
    }
    c->depth--;
    return t;
}

static void print_type(const struct checker *c, int t, int depth)
{
    t = resolve(c, t);
    const struct type *ty = &c->types[t];
    if (depth > 6) {
        printf("...");
    } else if (ty->kind == TY_INT || ty->kind == TY_BOOL) {
        printf(ty->kind == TY_INT ? "int" : "bool");
    } else if (ty->kind == TY_VAR) {
        printf("t%d", t);
    } else {
        printf(ty->kind == TY_LIST ? "[" : "(");
        print_type(c, ty->a, depth + 1);
        if (ty->kind == TY_FUN) {
            printf(" -> ");
            print_type(c, ty->b, depth + 1);
        }
        printf(ty->kind == TY_LIST ? "]" : ")");
    }
}

int main(void)
{
    char source[SOURCE_SIZE];
    static struct checker c;
    klee_make_symbolic(source, sizeof source, "source");
    c.src = source;
    c.len = sizeof source;
    next_token(&c);
    int t = check_expr(&c);
    if (c.err == E_NONE && c.tok != T_END)
        c.err = E_SYNTAX;
    if (c.err != E_NONE) {
        printf("error %d near %zu\n", (int)c.err, c.pos);
        return 10 + (int)c.err;
    }
    print_type(&c, t, 0);
    puts("");
    return (int)c.types[resolve(&c, t)].kind;
}
