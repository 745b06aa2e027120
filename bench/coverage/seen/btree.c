/* B-tree (order 4) of byte keys with insertion, deletion with borrow/merge,
 * range counting and a full invariant check, driven by a command stream. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <assert.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define MAX_KEYS 3
#define MIN_KEYS 1
#define POOL 48
#define NUM_COMMANDS 18
#define MAX_HEIGHT 8
#define NIL (-1)

struct node {
    uint8_t nkeys;
    bool leaf;
    uint8_t key[MAX_KEYS];
    int8_t child[MAX_KEYS + 1];
};

struct tree {
    struct node pool[POOL];
    int8_t free_list;
    int8_t root;
    int size;
    int splits, merges, borrows;
};

struct command {
    uint8_t op;
    uint8_t key;
};

static void tree_init(struct tree *t)
{
    memset(t, 0, sizeof *t);
    for (int i = 0; i < POOL; i++)
        t->pool[i].child[0] = (int8_t)(i + 1 < POOL ? i + 1 : NIL);
    t->free_list = 0;
    t->root = NIL;
}

static int8_t node_new(struct tree *t, bool leaf)
{
    int8_t id = t->free_list;
    assert(id != NIL);
    struct node *n = &t->pool[id];
    t->free_list = n->child[0];
    memset(n, 0, sizeof *n);
    n->leaf = leaf;
    return id;
}

static void node_free(struct tree *t, int8_t id)
{
    t->pool[id].child[0] = t->free_list;
    t->free_list = id;
}

/* Index of the first key not less than k. */
static int lower(const struct node *n, uint8_t k)
{
    int i = 0;
    while (i < n->nkeys && n->key[i] < k)
        i++;
    return i;
}

static bool tree_contains(const struct tree *t, uint8_t k)
{
    int8_t id = t->root;
    while (id != NIL) {
        const struct node *n = &t->pool[id];
        int i = lower(n, k);
        if (i < n->nkeys && n->key[i] == k)
            return true;
        if (n->leaf)
            return false;
        id = n->child[i];
    }
    return false;
}

static void insert_key_at(struct node *n, int i, uint8_t k, int8_t right)
{
    for (int j = n->nkeys; j > i; j--) {
        n->key[j] = n->key[j - 1];
        n->child[j + 1] = n->child[j];
    }
    n->key[i] = k;
    n->child[i + 1] = right;
    n->nkeys++;
}

static void remove_key_at(struct node *n, int i)
{
    for (int j = i; j + 1 < n->nkeys; j++) {
        n->key[j] = n->key[j + 1];
        n->child[j + 1] = n->child[j + 2];
    }
    n->nkeys--;
}

/* Split the full child i of parent p around its middle key. */
static void split_child(struct tree *t, int8_t p, int i)
{
    int8_t left = t->pool[p].child[i];
    int8_t right = node_new(t, t->pool[left].leaf);
    struct node *l = &t->pool[left], *r = &t->pool[right];
    r->nkeys = 1;
    r->key[0] = l->key[2];
    r->child[0] = l->child[2];
    r->child[1] = l->child[3];
    l->nkeys = 1;
    insert_key_at(&t->pool[p], i, l->key[1], right);
    t->splits++;
}

static bool tree_insert(struct tree *t, uint8_t k)
{
    if (tree_contains(t, k))
        return false;
    if (t->root == NIL)
        t->root = node_new(t, true);
    if (t->pool[t->root].nkeys == MAX_KEYS) {
        int8_t top = node_new(t, false);
        t->pool[top].child[0] = t->root;
        t->root = top;
        split_child(t, top, 0);
    }
    int8_t id = t->root;
    while (!t->pool[id].leaf) {
        int i = lower(&t->pool[id], k);
        if (t->pool[t->pool[id].child[i]].nkeys == MAX_KEYS) {
            split_child(t, id, i);
            if (k > t->pool[id].key[i])
                i++;
        }
        id = t->pool[id].child[i];
    }
    struct node *n = &t->pool[id];
    insert_key_at(n, lower(n, k), k, 0);
    t->size++;
    return true;
}

static void borrow_left(struct tree *t, struct node *p, int i)
{
    struct node *c = &t->pool[p->child[i]], *s = &t->pool[p->child[i - 1]];
    int8_t moved = s->child[s->nkeys];
    insert_key_at(c, 0, p->key[i - 1], c->child[0]);
    c->child[0] = moved;
    p->key[i - 1] = s->key[s->nkeys - 1];
    s->nkeys--;
    t->borrows++;
}

static void borrow_right(struct tree *t, struct node *p, int i)
{
    struct node *c = &t->pool[p->child[i]], *s = &t->pool[p->child[i + 1]];
    insert_key_at(c, c->nkeys, p->key[i], s->child[0]);
    p->key[i] = s->key[0];
    s->child[0] = s->child[1];
    remove_key_at(s, 0);
    t->borrows++;
}

/* Merge child i, key i and child i+1 into child i. */
static void merge_children(struct tree *t, struct node *p, int i)
{
    int8_t right = p->child[i + 1];
    struct node *l = &t->pool[p->child[i]], *r = &t->pool[right];
    insert_key_at(l, l->nkeys, p->key[i], r->child[0]);
    for (int j = 0; j < r->nkeys; j++)
        insert_key_at(l, l->nkeys, r->key[j], r->child[j + 1]);
    remove_key_at(p, i);
    node_free(t, right);
    t->merges++;
}

/* Make sure child i has a key to spare; returns the index to descend into. */
static int fix_child(struct tree *t, int8_t id, int i)
{
    struct node *p = &t->pool[id];
    if (t->pool[p->child[i]].nkeys > MIN_KEYS)
        return i;
    if (i > 0 && t->pool[p->child[i - 1]].nkeys > MIN_KEYS) {
        borrow_left(t, p, i);
        return i;
    }
    if (i < p->nkeys && t->pool[p->child[i + 1]].nkeys > MIN_KEYS) {
        borrow_right(t, p, i);
        return i;
    }
    if (i == p->nkeys)
        i--;
    merge_children(t, p, i);
    return i;
}

static void shrink_root(struct tree *t)
{
    struct node *r = &t->pool[t->root];
    if (r->nkeys > 0)
        return;
    int8_t old = t->root;
    t->root = r->leaf ? NIL : r->child[0];
    node_free(t, old);
}

static uint8_t max_key(const struct tree *t, int8_t id)
{
    while (!t->pool[id].leaf)
        id = t->pool[id].child[t->pool[id].nkeys];
    return t->pool[id].key[t->pool[id].nkeys - 1];
}

static bool tree_delete(struct tree *t, uint8_t k)
{
    if (!tree_contains(t, k))
        return false;
    int8_t id = t->root;
    for (int level = 0; level < 2 * MAX_HEIGHT; level++) {
        struct node *n = &t->pool[id];
        int i = lower(n, k);
        bool here = i < n->nkeys && n->key[i] == k;
        if (n->leaf) {
            assert(here);
            remove_key_at(n, i);
            break;
        }
        if (here && t->pool[n->child[i]].nkeys > MIN_KEYS) {
            /* replace with the predecessor and delete that instead */
            uint8_t pred = max_key(t, n->child[i]);
            n->key[i] = pred;
            k = pred;
            id = n->child[i];
            continue;
        }
        i = fix_child(t, id, i);
        if (n->nkeys == 0 && id == t->root) {
            id = n->child[i];
            shrink_root(t);
            continue;
        }
        /* a borrow may have moved k into or out of this node */
        i = lower(n, k);
        if (i < n->nkeys && n->key[i] == k)
            continue;
        id = n->child[i];
    }
    shrink_root(t);
    t->size--;
    return true;
}

/* Check order, fill and equal leaf depth; returns the number of keys. */
static int check_node(const struct tree *t, int8_t id, int lo, int hi, int depth, int *leaf_depth)
{
    assert(depth < MAX_HEIGHT);
    const struct node *n = &t->pool[id];
    assert(n->nkeys >= MIN_KEYS && n->nkeys <= MAX_KEYS);
    int total = n->nkeys, prev = lo;
    for (int i = 0; i < n->nkeys; i++) {
        assert(n->key[i] > prev && n->key[i] < hi);
        if (!n->leaf)
            total += check_node(t, n->child[i], prev, n->key[i], depth + 1, leaf_depth);
        prev = n->key[i];
    }
    if (!n->leaf)
        return total + check_node(t, n->child[n->nkeys], prev, hi, depth + 1, leaf_depth);
    if (*leaf_depth < 0)
        *leaf_depth = depth;
    assert(*leaf_depth == depth);
    return total;
}

static int count_range(const struct tree *t, int8_t id, uint8_t lo, uint8_t hi, int depth)
{
    if (id == NIL || depth >= MAX_HEIGHT)
        return 0;
    const struct node *n = &t->pool[id];
    int total = 0;
    for (int i = 0; i <= n->nkeys; i++) {
        bool left_ok = i == n->nkeys || n->key[i] > lo;
        bool right_ok = i == 0 || n->key[i - 1] < hi;
        if (!n->leaf && left_ok && right_ok)
            total += count_range(t, n->child[i], lo, hi, depth + 1);
        if (i < n->nkeys && n->key[i] >= lo && n->key[i] <= hi)
            total++;
    }
    return total;
}

int main(void)
{
    struct command cmds[NUM_COMMANDS];
    static struct tree t;
    klee_make_symbolic(cmds, sizeof cmds, "commands");
    tree_init(&t);
    int hits = 0;
    for (int i = 0; i < NUM_COMMANDS; i++) {
        uint8_t k = cmds[i].key;
        switch (cmds[i].op & 3) {
        case 0:
        case 1:
            hits += tree_insert(&t, k);
            break;
        case 2:
            hits += tree_delete(&t, k);
            break;
        default:
            hits += count_range(&t, t.root, k, (uint8_t)(k | 0x1F), 0);
            break;
        }
        int leaf_depth = -1;
        int total = t.root == NIL ? 0 : check_node(&t, t.root, -1, 256, 0, &leaf_depth);
        assert(total == t.size);
    }
    printf("size %d splits %d merges %d borrows %d hits %d\n", t.size, t.splits, t.merges, t.borrows, hits);
    return t.size;
}
