/* Forth interpreter: outer interpreter with colon definitions, if/else/then,
 * begin/until, do/loop and a return stack, compiled to a code array. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define SRC_SIZE 56
#define STACK 12
#define RSTACK 12
#define CODE 64
#define WORDS 6
#define NAME_LEN 7
#define FUEL 400

enum op {
    OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_MOD, OP_DUP, OP_DROP, OP_SWAP, OP_OVER, OP_EQ, OP_LT, OP_AND,
    OP_NOT, OP_TO_R, OP_FROM_R, OP_I, OP_DOT, OP_EXIT, OP_NAMED,
    OP_LIT = OP_NAMED, OP_JUMP, OP_JZ, OP_DO, OP_LOOP, OP_CALL
};
enum err { E_OK, E_UNDER, E_OVER, E_ZERO, E_WORD, E_CODE, E_NEST, E_RSTACK, E_FUEL, E_NAME };

static const char *const names[OP_NAMED] = {
    "+", "-", "*", "/", "mod", "dup", "drop", "swap", "over", "=", "<", "and",
    "not", ">r", "r>", "i", ".", "exit",
};

struct ins {
    uint8_t op;
    int32_t arg;
};

struct word {
    char name[NAME_LEN + 1];
    int where; /* code address */
};

struct forth {
    int32_t st[STACK], rs[RSTACK];
    int sp, rp;
    struct ins code[CODE];
    int here;
    struct word words[WORDS];
    int nwords;
    bool compiling;
    int ctl[4]; /* open control structures: address and kind */
    char kind[4];
    int nctl;
    int fuel;
    int printed;
};

static int32_t wrap(int64_t v)
{
    return (int32_t)(uint32_t)(uint64_t)v;
}

static enum err push(struct forth *f, int32_t v)
{
    if (f->sp == STACK)
        return E_OVER;
    f->st[f->sp++] = v;
    return E_OK;
}

static enum err rpush(struct forth *f, int32_t v)
{
    if (f->rp == RSTACK)
        return E_RSTACK;
    f->rs[f->rp++] = v;
    return E_OK;
}

static enum err binary(struct forth *f, enum op op)
{
    if (f->sp < 2)
        return E_UNDER;
    int64_t b = f->st[--f->sp], a = f->st[f->sp - 1], r = 0;
    switch (op) {
    case OP_ADD: r = a + b; break;
    case OP_SUB: r = a - b; break;
    case OP_MUL: r = a * b; break;
    case OP_DIV:
    case OP_MOD:
        if (b == 0)
            return E_ZERO;
        r = op == OP_DIV ? a / b : a % b;
        break;
    case OP_EQ: r = a == b ? -1 : 0; break;
    case OP_LT: r = a < b ? -1 : 0; break;
    default: r = a & b; break;
    }
    f->st[f->sp - 1] = wrap(r);
    return E_OK;
}

static enum err stack_op(struct forth *f, enum op op)
{
    static const uint8_t need[] = { [OP_DUP] = 1, [OP_DROP] = 1, [OP_SWAP] = 2, [OP_OVER] = 2, [OP_NOT] = 1, [OP_TO_R] = 1, [OP_DOT] = 1 };
    int32_t *top, t;
    if (f->sp < need[op])
        return E_UNDER;
    top = f->st + f->sp - 1;
    switch (op) {
    case OP_DUP: return push(f, *top);
    case OP_OVER: return push(f, top[-1]);
    case OP_DROP: f->sp--; break;
    case OP_NOT: *top = *top == 0 ? -1 : 0; break;
    case OP_SWAP:
        t = top[0];
        top[0] = top[-1];
        top[-1] = t;
        break;
    case OP_TO_R:
        f->sp--;
        return rpush(f, *top);
    default: /* dot */
        printf("%d ", (int)*top);
        f->sp--;
        f->printed++;
        break;
    }
    return E_OK;
}

/* Runs from pc until the exit of the outermost word. */
static enum err run(struct forth *f, int pc)
{
    int calls[6], depth = 0;
    for (;;) {
        if (pc < 0 || pc >= f->here)
            return E_CODE;
        if (f->fuel-- == 0)
            return E_FUEL;
        struct ins in = f->code[pc++];
        enum err e = E_OK;
        switch ((enum op)in.op) {
        case OP_LIT: e = push(f, in.arg); break;
        case OP_JUMP: pc = in.arg; break;
        case OP_JZ:
            if (f->sp == 0)
                return E_UNDER;
            if (f->st[--f->sp] == 0)
                pc = in.arg;
            break;
        case OP_DO: /* ( limit start -- ) */
            if (f->sp < 2)
                return E_UNDER;
            e = rpush(f, f->st[f->sp - 2]);
            if (e == E_OK)
                e = rpush(f, f->st[f->sp - 1]);
            f->sp -= 2;
            break;
        case OP_LOOP:
            if (f->rp < 2)
                return E_RSTACK;
            f->rs[f->rp - 1] = wrap((int64_t)f->rs[f->rp - 1] + 1);
            if (f->rs[f->rp - 1] < f->rs[f->rp - 2])
                pc = in.arg;
            else
                f->rp -= 2;
            break;
        case OP_CALL:
            if (depth == 6)
                return E_NEST;
            calls[depth++] = pc;
            pc = in.arg;
            break;
        case OP_EXIT:
            if (depth == 0)
                return E_OK;
            pc = calls[--depth];
            break;
        case OP_FROM_R:
        case OP_I:
            if (f->rp == 0)
                return E_RSTACK;
            e = push(f, f->rs[f->rp - 1]);
            f->rp -= in.op == OP_FROM_R;
            break;
        case OP_DUP: case OP_DROP: case OP_SWAP: case OP_OVER:
        case OP_NOT: case OP_TO_R: case OP_DOT: e = stack_op(f, (enum op)in.op); break;
        default: e = binary(f, (enum op)in.op); break;
        }
        if (e != E_OK)
            return e;
    }
}

static enum err emit(struct forth *f, enum op op, int32_t arg)
{
    if (f->here == CODE)
        return E_CODE;
    f->code[f->here++] = (struct ins){ (uint8_t)op, arg };
    return E_OK;
}

/* Compiles an instruction, or runs it at once when interpreting. */
static enum err act(struct forth *f, enum op op, int32_t arg)
{
    int start = f->here;
    enum err e = emit(f, op, arg);
    if (e != E_OK || f->compiling)
        return e;
    if (op != OP_EXIT)
        e = emit(f, OP_EXIT, 0);
    if (e == E_OK)
        e = run(f, start);
    f->here = start;
    return e;
}

static bool number(const char *s, size_t n, int32_t *v)
{
    size_t i = n > 1 && s[0] == '-';
    *v = 0;
    for (; i < n; i++) {
        if (s[i] < '0' || s[i] > '9')
            return false;
        *v = *v * 10 + (s[i] - '0');
    }
    if (s[0] == '-')
        *v = -*v;
    return n > 0;
}

static enum err open_ctl(struct forth *f, char kind, int where)
{
    if (f->nctl == 4)
        return E_NEST;
    f->kind[f->nctl] = kind;
    f->ctl[f->nctl++] = where;
    return E_OK;
}

/* Control words inside a definition; *known tells whether it was one. */
static enum err control(struct forth *f, const char *w, bool *known)
{
    char top = f->nctl > 0 ? f->kind[f->nctl - 1] : ' ';
    int at = f->nctl > 0 ? f->ctl[f->nctl - 1] : 0;
    *known = true;
    if (strcmp(w, "if") == 0) {
        enum err e = open_ctl(f, 'i', f->here);
        return e != E_OK ? e : emit(f, OP_JZ, 0);
    }
    if (strcmp(w, "begin") == 0)
        return open_ctl(f, 'b', f->here);
    if (strcmp(w, "do") == 0) {
        enum err e = emit(f, OP_DO, 0);
        return e != E_OK ? e : open_ctl(f, 'd', f->here);
    }
    if (strcmp(w, "else") == 0 && top == 'i') {
        f->ctl[f->nctl - 1] = f->here;
        f->kind[f->nctl - 1] = 'e';
        f->code[at].arg = f->here + 1;
        return emit(f, OP_JUMP, 0);
    }
    if (strcmp(w, "then") == 0 && (top == 'i' || top == 'e')) {
        f->code[at].arg = f->here;
        f->nctl--;
        return E_OK;
    }
    if (strcmp(w, "until") == 0 && top == 'b') {
        f->nctl--;
        return emit(f, OP_JZ, at);
    }
    if (strcmp(w, "loop") == 0 && top == 'd') {
        f->nctl--;
        return emit(f, OP_LOOP, at);
    }
    *known = false;
    return E_OK;
}

static enum err define(struct forth *f, const char *name)
{
    if (f->nwords == WORDS || !*name)
        return E_NAME;
    struct word *w = &f->words[f->nwords++];
    strcpy(w->name, name);
    w->where = f->here;
    f->compiling = true;
    return E_OK;
}

static enum err interpret(struct forth *f, const char *w)
{
    int32_t v;
    bool known;
    if (f->compiling) {
        if (strcmp(w, ";") == 0) {
            if (f->nctl > 0)
                return E_NEST;
            enum err e = emit(f, OP_EXIT, 0);
            f->compiling = false;
            return e;
        }
        enum err e = control(f, w, &known);
        if (known)
            return e;
    }
    for (int i = f->nwords - 1; i >= 0; i--)
        if (strcmp(f->words[i].name, w) == 0)
            return act(f, OP_CALL, f->words[i].where);
    for (int i = 0; i < OP_NAMED; i++)
        if (strcmp(names[i], w) == 0)
            return act(f, (enum op)i, 0);
    if (number(w, strlen(w), &v))
        return act(f, OP_LIT, v);
    return E_WORD;
}

static size_t next_word(const char *s, size_t *pos, char *w)
{
    size_t n = 0;
    while (*pos < SRC_SIZE && (s[*pos] == ' ' || s[*pos] == '\n'))
        (*pos)++;
    while (*pos < SRC_SIZE && s[*pos] != ' ' && s[*pos] != '\n' && s[*pos] != '\0') {
        if (n < NAME_LEN)
            w[n++] = s[*pos];
        (*pos)++;
    }
    w[n] = '\0';
    return n;
}

int main(void)
{
    char src[SRC_SIZE], w[NAME_LEN + 1];
    static struct forth f;
    size_t pos = 0;
    enum err e = E_OK;
    klee_make_symbolic(src, sizeof src, "src");

    f.fuel = FUEL;
    while (e == E_OK && next_word(src, &pos, w) > 0) {
        if (!f.compiling && strcmp(w, ":") == 0) {
            next_word(src, &pos, w);
            e = define(&f, w);
        } else {
            e = interpret(&f, w);
        }
    }
    if (e == E_OK && f.compiling)
        e = E_NEST;
    return e != E_OK ? (int)e : f.printed > 0 ? 20 : f.sp > 0 ? 21 : 0;
}
