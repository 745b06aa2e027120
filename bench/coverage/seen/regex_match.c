/* Regular expression engine: compiles a pattern (classes, groups, alternation,
 * repetition, anchors) to an NFA and simulates it over a subject string. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define PATTERN_SIZE 14
#define SUBJECT_SIZE 14
#define MAX_NODES 64
#define MAX_DEPTH 5

enum kind { K_CHAR, K_ANY, K_CLASS, K_SPLIT, K_JUMP, K_BOL, K_EOL, K_WORDB, K_MATCH };

struct node {
    enum kind kind;
    uint8_t ch;
    uint8_t set[32]; /* bitmap for K_CLASS */
    int out, alt;
};

enum re_error { RE_OK, RE_PAREN, RE_BRACKET, RE_REPEAT, RE_ESCAPE, RE_DEPTH, RE_SPACE };

struct compiler {
    const char *pat;
    size_t pos, len;
    struct node nodes[MAX_NODES];
    int count;
    int depth;
    enum re_error err;
};

/* A compiled piece: entry node and the one node whose out is still open. */
struct frag {
    int start, end;
};

struct state_set {
    bool on[MAX_NODES];
};

static int cur(const struct compiler *c)
{
    return c->pos < c->len ? (unsigned char)c->pat[c->pos] : 0;
}

static void set_error(struct compiler *c, enum re_error e)
{
    if (c->err == RE_OK)
        c->err = e;
}

static int new_node(struct compiler *c, enum kind kind)
{
    if (c->count == MAX_NODES) {
        set_error(c, RE_SPACE);
        return 0;
    }
    struct node *n = &c->nodes[c->count];
    memset(n, 0, sizeof *n);
    n->kind = kind;
    n->out = n->alt = -1;
    return c->count++;
}

static struct frag single(struct compiler *c, enum kind kind, int ch)
{
    int n = new_node(c, kind);
    c->nodes[n].ch = (uint8_t)ch;
    return (struct frag){ n, n };
}

static void set_add(uint8_t *set, int ch)
{
    set[ch / 8] |= (uint8_t)(1u << (ch % 8));
}

static bool set_has(const uint8_t *set, int ch)
{
    return (set[ch / 8] >> (ch % 8)) & 1;
}

static bool add_shorthand(uint8_t *set, int letter)
{
    for (int ch = 0; ch < 256; ch++) {
        bool in;
        switch (tolower(letter)) {
        case 'd': in = isdigit(ch); break;
        case 'w': in = isalnum(ch) || ch == '_'; break;
        case 's': in = isspace(ch); break;
        default: return false;
        }
        if (in != (isupper(letter) != 0))
            set_add(set, ch);
    }
    return true;
}

static struct frag parse_class(struct compiler *c)
{
    struct frag f = single(c, K_CLASS, 0);
    uint8_t *set = c->nodes[f.start].set;
    bool negate = false, first = true;
    if (cur(c) == '^') {
        negate = true;
        c->pos++;
    }
    while (cur(c) != ']' || first) {
        int lo = cur(c);
        if (lo == 0) {
            set_error(c, RE_BRACKET);
            return f;
        }
        c->pos++;
        first = false;
        int hi = lo;
        if (cur(c) == '-' && c->pos + 1 < c->len && c->pat[c->pos + 1] != ']' &&
            c->pat[c->pos + 1] != '\0') {
            c->pos++;
            hi = cur(c);
            c->pos++;
        }
        if (hi < lo) {
            set_error(c, RE_BRACKET);
            return f;
        }
        for (int ch = lo; ch <= hi; ch++)
            set_add(set, ch);
    }
    c->pos++;
    if (negate)
        for (int i = 0; i < 32; i++)
            set[i] = (uint8_t)~set[i];
    return f;
}

static struct frag parse_escape(struct compiler *c)
{
    int ch = cur(c);
    if (ch == 0) {
        set_error(c, RE_ESCAPE);
        return single(c, K_CHAR, 0);
    }
    c->pos++;
    if (ch == 'b')
        return single(c, K_WORDB, 0);
    if (ch == 't')
        return single(c, K_CHAR, '\t');
    if (isalpha(ch)) {
        struct frag f = single(c, K_CLASS, 0);
        if (!add_shorthand(c->nodes[f.start].set, ch))
            set_error(c, RE_ESCAPE);
        return f;
    }
    return single(c, K_CHAR, ch);
}

static struct frag parse_alternation(struct compiler *c);

static struct frag parse_atom(struct compiler *c)
{
    int ch = cur(c);
    c->pos++;
    switch (ch) {
    case '.': return single(c, K_ANY, 0);
    case '^': return single(c, K_BOL, 0);
    case '$': return single(c, K_EOL, 0);
    case '[': return parse_class(c);
    case '\\': return parse_escape(c);
    case '(': {
        if (c->depth == MAX_DEPTH) {
            set_error(c, RE_DEPTH);
            return single(c, K_JUMP, 0);
        }
        c->depth++;
        struct frag f = parse_alternation(c);
        c->depth--;
        if (cur(c) != ')')
            set_error(c, RE_PAREN);
        else
            c->pos++;
        return f;
    }
    case '*': case '+': case '?':
        set_error(c, RE_REPEAT);
        return single(c, K_JUMP, 0);
    default:
        return single(c, K_CHAR, ch);
    }
}

static struct frag parse_repeat(struct compiler *c)
{
    struct frag f = parse_atom(c);
    while (c->err == RE_OK && (cur(c) == '*' || cur(c) == '+' || cur(c) == '?')) {
        int op = cur(c);
        c->pos++;
        int split = new_node(c, K_SPLIT), join = new_node(c, K_JUMP);
        c->nodes[split].out = f.start;
        c->nodes[split].alt = join;
        c->nodes[f.end].out = op == '?' ? join : split;
        f.start = op == '+' ? f.start : split;
        f.end = join;
    }
    return f;
}

static struct frag parse_sequence(struct compiler *c)
{
    struct frag f = single(c, K_JUMP, 0);
    while (c->err == RE_OK && cur(c) != 0 && cur(c) != '|' && cur(c) != ')') {
        struct frag g = parse_repeat(c);
        c->nodes[f.end].out = g.start;
        f.end = g.end;
    }
    return f;
}

static struct frag parse_alternation(struct compiler *c)
{
    struct frag f = parse_sequence(c);
    while (c->err == RE_OK && cur(c) == '|') {
        c->pos++;
        struct frag g = parse_sequence(c);
        int split = new_node(c, K_SPLIT), join = new_node(c, K_JUMP);
        c->nodes[split].out = f.start;
        c->nodes[split].alt = g.start;
        c->nodes[f.end].out = join;
        c->nodes[g.end].out = join;
        f = (struct frag){ split, join };
    }
    return f;
}

static bool is_word(const char *s, int n, int i)
{
    return i >= 0 && i < n && (isalnum((unsigned char)s[i]) || s[i] == '_');
}

/* Add a state and everything reachable without consuming a character. */
static void add_state(const struct compiler *c, struct state_set *set, int start, const char *s, int n, int i)
{
    int work[2 * MAX_NODES], top = 0;
    work[top++] = start;
    while (top > 0) {
        int id = work[--top];
        if (id < 0 || set->on[id])
            continue;
        set->on[id] = true;
        const struct node *nd = &c->nodes[id];
        bool pass = nd->kind == K_JUMP || nd->kind == K_SPLIT ||
                    (nd->kind == K_BOL && i == 0) || (nd->kind == K_EOL && i == n) ||
                    (nd->kind == K_WORDB && is_word(s, n, i - 1) != is_word(s, n, i));
        if (!pass)
            continue;
        work[top++] = nd->out;
        if (nd->kind == K_SPLIT)
            work[top++] = nd->alt;
    }
}

static bool consumes(const struct node *nd, int ch)
{
    switch (nd->kind) {
    case K_CHAR: return nd->ch == ch;
    case K_ANY: return ch != '\n';
    case K_CLASS: return set_has(nd->set, ch);
    default: return false;
    }
}

/* Longest match starting at from, or -1. */
static int match_at(const struct compiler *c, int start, int accept, const char *s, int n, int from)
{
    struct state_set now, next;
    int best = -1;
    memset(&now, 0, sizeof now);
    add_state(c, &now, start, s, n, from);
    for (int i = from; ; i++) {
        if (now.on[accept])
            best = i - from;
        if (i >= n)
            break;
        bool alive = false;
        memset(&next, 0, sizeof next);
        for (int k = 0; k < c->count; k++) {
            if (now.on[k] && consumes(&c->nodes[k], (unsigned char)s[i])) {
                add_state(c, &next, c->nodes[k].out, s, n, i + 1);
                alive = true;
            }
        }
        if (!alive)
            break;
        now = next;
    }
    return best;
}

int main(void)
{
    char pattern[PATTERN_SIZE], subject[SUBJECT_SIZE];
    static struct compiler c;
    klee_make_symbolic(pattern, sizeof pattern, "pattern");
    klee_make_symbolic(subject, sizeof subject, "subject");

    c.pat = pattern;
    c.len = sizeof pattern;
    struct frag f = parse_alternation(&c);
    int accept = new_node(&c, K_MATCH);
    c.nodes[f.end].out = accept;
    if (c.err == RE_OK && cur(&c) == ')')
        c.err = RE_PAREN;
    if (c.err != RE_OK) {
        printf("pattern error %d at %zu\n", (int)c.err, c.pos);
        return 10 + (int)c.err;
    }
    int n = 0;
    while (n < SUBJECT_SIZE && subject[n] != '\0')
        n++;
    for (int from = 0; from <= n; from++) {
        int len = match_at(&c, f.start, accept, subject, n, from);
        if (len >= 0) {
            printf("match at %d length %d\n", from, len);
            return len == 0 ? 2 : 0;
        }
    }
    return 1;
}
