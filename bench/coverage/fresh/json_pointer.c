/* JSON reader into a node pool, with JSON-pointer lookup and the patch operations
 * add, remove, replace, copy and test, then the size of the result. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define DOC_SIZE 40
#define OPS_SIZE 24
#define MAX_NODES 48
#define MAX_DEPTH 5
#define STR_SIZE 8
#define NONE 0

enum kind { K_FREE, K_NULL, K_BOOL, K_NUM, K_STR, K_ARR, K_OBJ };

struct node {
    enum kind kind;
    char key[STR_SIZE];
    char str[STR_SIZE];
    int32_t num;
    int first, next; /* children and siblings, 0 is none */
};

struct json {
    struct node n[MAX_NODES];
    int used;
    const char *p, *end;
};

static int new_node(struct json *j, enum kind k)
{
    if (j->used + 1 >= MAX_NODES)
        return NONE;
    int i = ++j->used;
    memset(&j->n[i], 0, sizeof j->n[i]);
    j->n[i].kind = k;
    return i;
}

static char look(struct json *j)
{
    while (j->p < j->end && (*j->p == ' ' || *j->p == '\n' || *j->p == '\t'))
        j->p++;
    return j->p < j->end ? *j->p : '\0';
}

static bool accept(struct json *j, char c)
{
    return look(j) == c && j->p++ < j->end;
}

static bool literal(struct json *j, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(j->end - j->p) < n || memcmp(j->p, word, n) != 0)
        return false;
    j->p += n;
    return true;
}

static bool parse_string(struct json *j, char *dst)
{
    size_t n = 0;
    if (!accept(j, '"'))
        return false;
    while (j->p < j->end && *j->p != '"') {
        char c = *j->p++;
        if ((unsigned char)c < 0x20)
            return false;
        if (c == '\\') {
            if (j->p == j->end)
                return false;
            c = *j->p++;
            if (c == 'n')
                c = '\n';
            else if (c != '"' && c != '\\' && c != '/')
                return false;
        }
        if (n + 1 == STR_SIZE)
            return false;
        dst[n++] = c;
    }
    dst[n] = '\0';
    return j->p++ < j->end;
}

static bool parse_number(struct json *j, int32_t *out)
{
    bool neg = literal(j, "-");
    int32_t v = 0;
    int digits = 0;
    if (j->end - j->p > 1 && j->p[0] == '0' && isdigit((unsigned char)j->p[1]))
        return false;
    while (j->p < j->end && isdigit((unsigned char)*j->p)) {
        if (++digits > 8)
            return false;
        v = v * 10 + (*j->p++ - '0');
    }
    *out = neg ? -v : v;
    return digits > 0;
}

static int parse_value(struct json *j, int depth);

static int parse_members(struct json *j, int self, char close, int depth)
{
    int last = NONE;
    if (accept(j, close))
        return self;
    do {
        char key[STR_SIZE] = "";
        if (close == '}' && (!parse_string(j, key) || !accept(j, ':')))
            return NONE;
        int child = parse_value(j, depth + 1);
        if (child == NONE)
            return NONE;
        memcpy(j->n[child].key, key, STR_SIZE);
        if (last == NONE)
            j->n[self].first = child;
        else
            j->n[last].next = child;
        last = child;
    } while (accept(j, ','));
    return accept(j, close) ? self : NONE;
}

static int parse_value(struct json *j, int depth)
{
    int i;
    if (depth > MAX_DEPTH)
        return NONE;
    switch (look(j)) {
    case '{':
    case '[': {
        bool obj = *j->p++ == '{';
        i = new_node(j, obj ? K_OBJ : K_ARR);
        return i == NONE ? NONE : parse_members(j, i, obj ? '}' : ']', depth);
    }
    case '"':
        i = new_node(j, K_STR);
        return i != NONE && parse_string(j, j->n[i].str) ? i : NONE;
    case 'n':
        return literal(j, "null") ? new_node(j, K_NULL) : NONE;
    case 't':
    case 'f':
        i = new_node(j, K_BOOL);
        j->n[i].num = literal(j, "true");
        return j->n[i].num || literal(j, "false") ? i : NONE;
    default:
        i = new_node(j, K_NUM);
        return i != NONE && parse_number(j, &j->n[i].num) ? i : NONE;
    }
}

/* One pointer token, with ~0 and ~1 unescaped. */
static bool pointer_token(struct json *j, char *tok)
{
    size_t n = 0;
    while (j->p < j->end && *j->p && *j->p != '/' && !strchr(" =;", *j->p)) {
        char c = *j->p++;
        if (c == '~') {
            if (j->p == j->end || (*j->p != '0' && *j->p != '1'))
                return false;
            c = *j->p++ == '0' ? '~' : '/';
        }
        if (n + 1 == STR_SIZE)
            return false;
        tok[n++] = c;
    }
    tok[n] = '\0';
    return true;
}

static int array_index(const char *tok)
{
    if (!isdigit((unsigned char)tok[0]) || (tok[1] && !isdigit((unsigned char)tok[1])))
        return -1;
    if (!tok[1])
        return tok[0] - '0';
    return tok[0] == '0' || tok[2] ? -1 : (tok[0] - '0') * 10 + (tok[1] - '0');
}

/* The link (in its parent) that holds the child named tok, or the end link. */
static int *child_link(struct json *j, int parent, const char *tok, bool *bad)
{
    int *link = &j->n[parent].first;
    *bad = false;
    if (j->n[parent].kind == K_OBJ) {
        while (*link != NONE && strcmp(j->n[*link].key, tok) != 0)
            link = &j->n[*link].next;
    } else if (j->n[parent].kind == K_ARR) {
        bool append = strcmp(tok, "-") == 0;
        int k = append ? MAX_NODES : array_index(tok);
        *bad = k < 0;
        for (; k > 0 && *link != NONE; k--)
            link = &j->n[*link].next;
        *bad |= k > 0 && !append;
    } else {
        *bad = true;
    }
    return link;
}

/* Follows a pointer; the last link may be empty (for add). */
static int *resolve(struct json *j, int *root, int *parent, char *tok)
{
    int *link = root;
    *parent = NONE;
    tok[0] = '\0';
    while (j->p < j->end && *j->p == '/') {
        bool bad;
        j->p++;
        if (*link == NONE || !pointer_token(j, tok))
            return NULL;
        *parent = *link;
        link = child_link(j, *link, tok, &bad);
        if (bad)
            return NULL;
    }
    return link;
}

static int copy_tree(struct json *j, int src, int depth)
{
    if (src == NONE || depth > 2 * MAX_DEPTH)
        return NONE;
    int i = new_node(j, j->n[src].kind), last = NONE;
    if (i == NONE)
        return NONE;
    j->n[i] = j->n[src];
    j->n[i].first = j->n[i].next = NONE;
    for (int c = j->n[src].first; c != NONE; c = j->n[c].next) {
        int k = copy_tree(j, c, depth + 1);
        if (k == NONE)
            return NONE;
        if (last == NONE)
            j->n[i].first = k;
        else
            j->n[last].next = k;
        last = k;
    }
    return i;
}

/* Equality of leaves; containers are equal when both are empty. */
static bool equal(const struct json *j, int a, int b)
{
    const struct node *x = &j->n[a], *y = &j->n[b];
    return x->kind == y->kind && x->num == y->num && strcmp(x->str, y->str) == 0 && x->first == y->first;
}

static void place(struct json *j, int *link, int parent, const char *tok, int value, bool insert)
{
    bool keyed = parent != NONE && j->n[parent].kind == K_OBJ;
    memset(j->n[value].key, 0, STR_SIZE);
    if (keyed)
        memcpy(j->n[value].key, tok, strlen(tok) + 1);
    j->n[value].next = *link == NONE ? NONE : insert && !keyed && parent != NONE ? *link : j->n[*link].next;
    *link = value;
}

/* One operation: letter, pointer, then "=value" or " pointer" when it needs one. */
static int apply(struct json *j, int *root)
{
    char op = *j->p++, tok[STR_SIZE];
    int parent, value = NONE;
    int *link = resolve(j, root, &parent, tok);
    if (!link || (op != '+' && *link == NONE))
        return 1;
    switch (op) {
    case '+':
    case '!':
    case '?':
        if (!accept(j, '=') || (value = parse_value(j, 0)) == NONE)
            return 2;
        if (op == '?')
            return equal(j, *link, value) ? 0 : 3;
        place(j, link, parent, tok, value, op == '+');
        return 0;
    case '-':
        if (parent == NONE)
            return 4; /* cannot remove the root */
        *link = j->n[*link].next;
        return 0;
    case '>':
        value = copy_tree(j, *link, 0);
        if (value == NONE || look(j) != '/')
            return 5;
        link = resolve(j, root, &parent, tok);
        if (link)
            place(j, link, parent, tok, value, true);
        return link ? 0 : 1;
    default:
        return 6;
    }
}

/* Size of the document as compact text; the depth is bounded. */
static int text_size(const struct json *j, int i, int depth)
{
    const struct node *n = &j->n[i];
    int size = 2;
    if (depth > 3 * MAX_DEPTH)
        return 0;
    switch (n->kind) {
    case K_BOOL: return n->num ? 4 : 5;
    case K_NUM:
        for (int32_t v = n->num / 10; v != 0; v /= 10)
            size++;
        return size - (n->num >= 0);
    case K_STR: return 2 + (int)strlen(n->str);
    case K_NULL: return 4;
    default: break;
    }
    for (int c = n->first; c != NONE; c = j->n[c].next) {
        size += text_size(j, c, depth + 1) + (j->n[c].next != NONE);
        if (n->kind == K_OBJ)
            size += (int)strlen(j->n[c].key) + 3;
    }
    return size;
}

int main(void)
{
    char doc[DOC_SIZE], ops[OPS_SIZE];
    static struct json j;
    klee_make_symbolic(doc, sizeof doc, "doc");
    klee_make_symbolic(ops, sizeof ops, "ops");

    j.p = doc;
    j.end = doc + sizeof doc;
    int root = parse_value(&j, 0);
    if (root == NONE || look(&j) != '\0')
        return 10;
    j.p = ops;
    j.end = ops + sizeof ops;
    for (int k = 0; k < 6 && look(&j) != '\0'; k++) {
        int rc = apply(&j, &root);
        if (rc != 0)
            return rc;
        accept(&j, ';');
    }
    int size = text_size(&j, root, 0);
    printf("%d nodes, %d bytes\n", j.used, size);
    return size > DOC_SIZE ? 11 : 0;
}
