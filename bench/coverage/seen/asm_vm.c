/* Assembler and virtual machine: assembles a short text program with labels
 * into bytecode, then runs it on a stack machine with a step limit. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define SOURCE_SIZE 72
#define CODE_MAX 48
#define LABELS_MAX 6
#define NAME_LEN 6
#define STACK_MAX 8
#define CALLS_MAX 4
#define STEP_LIMIT 64

enum op {
    OP_HALT, OP_PUSH, OP_POP, OP_DUP, OP_SWAP, OP_ADD, OP_SUB, OP_MUL, OP_DIV,
    OP_LT, OP_JMP, OP_JZ, OP_CALL, OP_RET, OP_LOAD, OP_STORE, OP_OUT, NUM_OPS
};

enum operand { NONE, NUMBER, LABEL, SLOT };

static const struct { const char *name; enum operand kind; } optable[NUM_OPS] = {
    [OP_HALT] = { "hlt", NONE }, [OP_PUSH] = { "psh", NUMBER }, [OP_POP] = { "pop", NONE },
    [OP_DUP] = { "dup", NONE }, [OP_SWAP] = { "swp", NONE }, [OP_ADD] = { "add", NONE },
    [OP_SUB] = { "sub", NONE }, [OP_MUL] = { "mul", NONE }, [OP_DIV] = { "div", NONE },
    [OP_LT] = { "lt", NONE }, [OP_JMP] = { "jmp", LABEL }, [OP_JZ] = { "jz", LABEL },
    [OP_CALL] = { "cal", LABEL }, [OP_RET] = { "ret", NONE }, [OP_LOAD] = { "ld", SLOT },
    [OP_STORE] = { "st", SLOT }, [OP_OUT] = { "out", NONE },
};

enum asm_error { ASM_OK, ASM_UNKNOWN_OP, ASM_BAD_OPERAND, ASM_TOO_LONG, ASM_DUP_LABEL, ASM_NO_LABEL };

struct label {
    char name[NAME_LEN];
    int addr; /* -1 until defined */
};

struct fixup {
    int at;
    int label;
};

struct assembler {
    const char *src;
    size_t len, pos;
    uint8_t code[CODE_MAX];
    int size;
    struct label labels[LABELS_MAX];
    int nlabels;
    struct fixup fix[CODE_MAX];
    int nfix;
    enum asm_error err;
};

enum vm_status { VM_DONE, VM_UNDERFLOW, VM_OVERFLOW, VM_DIVZERO, VM_BADPC, VM_LIMIT };

struct vm {
    const uint8_t *code;
    int size, pc;
    int32_t stack[STACK_MAX];
    int sp;
    int calls[CALLS_MAX];
    int ncalls;
    int32_t slots[4];
    int32_t out_sum;
    int steps;
};

static int peek(const struct assembler *a)
{
    return a->pos < a->len ? (unsigned char)a->src[a->pos] : 0;
}

static void skip_blank(struct assembler *a)
{
    while (peek(a) == ' ' || peek(a) == '\t')
        a->pos++;
    if (peek(a) == '#')
        while (peek(a) != '\n' && peek(a) != 0)
            a->pos++;
}

static int read_word(struct assembler *a, char *out)
{
    int n = 0;
    while (isalpha(peek(a))) {
        if (n + 1 < NAME_LEN)
            out[n++] = (char)tolower(peek(a));
        a->pos++;
    }
    out[n] = '\0';
    return n;
}

static void set_error(struct assembler *a, enum asm_error e)
{
    if (a->err == ASM_OK)
        a->err = e;
}

static void emit(struct assembler *a, uint8_t b)
{
    if (a->size == CODE_MAX)
        set_error(a, ASM_TOO_LONG);
    else
        a->code[a->size++] = b;
}

static int label_index(struct assembler *a, const char *name)
{
    for (int i = 0; i < a->nlabels; i++)
        if (strcmp(a->labels[i].name, name) == 0)
            return i;
    if (a->nlabels == LABELS_MAX) {
        set_error(a, ASM_TOO_LONG);
        return -1;
    }
    struct label *l = &a->labels[a->nlabels];
    memcpy(l->name, name, NAME_LEN);
    l->addr = -1;
    return a->nlabels++;
}

static void define_label(struct assembler *a, const char *name)
{
    int i = label_index(a, name);
    if (i < 0)
        return;
    if (a->labels[i].addr >= 0)
        set_error(a, ASM_DUP_LABEL);
    a->labels[i].addr = a->size;
}

static void parse_number(struct assembler *a)
{
    bool neg = false;
    int v = 0, digits = 0;
    if (peek(a) == '-') {
        neg = true;
        a->pos++;
    }
    while (isdigit(peek(a))) {
        v = v * 10 + (peek(a) - '0');
        if (v > 128)
            v = 1000; /* stays out of range, without overflow */
        digits++;
        a->pos++;
    }
    if (digits == 0 || (neg ? v > 128 : v > 127)) {
        set_error(a, ASM_BAD_OPERAND);
        return;
    }
    emit(a, (uint8_t)(neg ? -v : v));
}

static void parse_operand(struct assembler *a, enum operand kind)
{
    char name[NAME_LEN] = { 0 };
    skip_blank(a);
    switch (kind) {
    case NONE:
        break;
    case NUMBER:
        parse_number(a);
        break;
    case SLOT:
        if (peek(a) < 'w' || peek(a) > 'z') {
            set_error(a, ASM_BAD_OPERAND);
        } else {
            emit(a, (uint8_t)(peek(a) - 'w'));
            a->pos++;
        }
        break;
    case LABEL:
        if (read_word(a, name) == 0) {
            set_error(a, ASM_BAD_OPERAND);
        } else {
            int i = label_index(a, name);
            if (i >= 0 && a->nfix < CODE_MAX) {
                a->fix[a->nfix].at = a->size;
                a->fix[a->nfix++].label = i;
                emit(a, 0);
            }
        }
        break;
    }
}

static void parse_line(struct assembler *a)
{
    char word[NAME_LEN] = { 0 };
    skip_blank(a);
    if (read_word(a, word) > 0) {
        if (peek(a) == ':') {
            a->pos++;
            define_label(a, word);
            return; /* an instruction may follow on the same line */
        }
        int op = 0;
        while (op < NUM_OPS && strcmp(optable[op].name, word) != 0)
            op++;
        if (op == NUM_OPS) {
            set_error(a, ASM_UNKNOWN_OP);
            return;
        }
        emit(a, (uint8_t)op);
        parse_operand(a, optable[op].kind);
        skip_blank(a);
    }
    if (peek(a) == '\n' || peek(a) == ';')
        a->pos++;
    else if (peek(a) != 0)
        set_error(a, ASM_BAD_OPERAND);
}

static void resolve_labels(struct assembler *a)
{
    for (int i = 0; i < a->nfix; i++) {
        int addr = a->labels[a->fix[i].label].addr;
        if (addr < 0) {
            set_error(a, ASM_NO_LABEL);
            return;
        }
        if (a->fix[i].at < a->size)
            a->code[a->fix[i].at] = (uint8_t)addr;
    }
}

static enum asm_error assemble(struct assembler *a)
{
    while (a->err == ASM_OK && peek(a) != 0)
        parse_line(a);
    if (a->err == ASM_OK)
        resolve_labels(a);
    return a->err;
}

static bool vm_need(const struct vm *m, int n)
{
    return m->sp >= n;
}

static int32_t vm_arith(enum op op, int32_t x, int32_t y)
{
    uint32_t ux = (uint32_t)x, uy = (uint32_t)y;
    switch (op) {
    case OP_ADD: return (int32_t)(ux + uy);
    case OP_SUB: return (int32_t)(ux - uy);
    case OP_MUL: return (int32_t)(ux * uy);
    case OP_LT: return x < y;
    default: return y == -1 ? (int32_t)(0u - ux) : x / y;
    }
}

static int pops_needed(enum op op)
{
    switch (op) {
    case OP_ADD: case OP_SUB: case OP_MUL: case OP_DIV: case OP_LT: case OP_SWAP:
        return 2;
    case OP_POP: case OP_DUP: case OP_JZ: case OP_STORE: case OP_OUT:
        return 1;
    default:
        return 0;
    }
}

/* Execute one instruction; returns -1 to continue or a final status. */
static int vm_step(struct vm *m)
{
    if (m->pc >= m->size)
        return VM_BADPC;
    enum op op = (enum op)m->code[m->pc++];
    uint8_t arg = 0;
    if (optable[op].kind != NONE)
        arg = m->code[m->pc++];
    if (!vm_need(m, pops_needed(op)))
        return VM_UNDERFLOW;
    if ((op == OP_PUSH || op == OP_DUP || op == OP_LOAD) && m->sp == STACK_MAX)
        return VM_OVERFLOW;
    int32_t *top = m->stack + m->sp;
    switch (op) {
    case OP_HALT: return VM_DONE;
    case OP_PUSH: *top = (int8_t)arg; m->sp++; break;
    case OP_POP: m->sp--; break;
    case OP_DUP: *top = top[-1]; m->sp++; break;
    case OP_SWAP: { int32_t t = top[-1]; top[-1] = top[-2]; top[-2] = t; break; }
    case OP_DIV:
        if (top[-1] == 0)
            return VM_DIVZERO;
        /* fall through */
    case OP_ADD: case OP_SUB: case OP_MUL: case OP_LT:
        top[-2] = vm_arith(op, top[-2], top[-1]);
        m->sp--;
        break;
    case OP_JMP: m->pc = arg; break;
    case OP_JZ:
        m->sp--;
        if (top[-1] == 0)
            m->pc = arg;
        break;
    case OP_CALL:
        if (m->ncalls == CALLS_MAX)
            return VM_OVERFLOW;
        m->calls[m->ncalls++] = m->pc;
        m->pc = arg;
        break;
    case OP_RET:
        if (m->ncalls == 0)
            return VM_UNDERFLOW;
        m->pc = m->calls[--m->ncalls];
        break;
    case OP_LOAD: *top = m->slots[arg]; m->sp++; break;
    case OP_STORE: m->slots[arg] = top[-1]; m->sp--; break;
    case OP_OUT: m->out_sum = vm_arith(OP_ADD, m->out_sum, top[-1]); m->sp--; break;
    case NUM_OPS: return VM_BADPC;
    }
    return -1;
}

int main(void)
{
    char source[SOURCE_SIZE];
    static struct assembler a;
    struct vm m;
    klee_make_symbolic(source, sizeof source, "source");

    a.src = source;
    a.len = sizeof source;
    if (assemble(&a) != ASM_OK) {
        printf("assembly error %d at %zu\n", (int)a.err, a.pos);
        return 10 + (int)a.err;
    }
    memset(&m, 0, sizeof m);
    m.code = a.code;
    m.size = a.size;
    int status = -1;
    while (status < 0)
        status = ++m.steps > STEP_LIMIT ? VM_LIMIT : vm_step(&m);
    printf("status %d out %d after %d steps\n", status, (int)m.out_sum, m.steps);
    return status;
}
