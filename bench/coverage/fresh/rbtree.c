/* Red-black tree map with insert, delete, floor, rank and range removal, driven by
 * a byte script over a node pool; the colour and order invariants are asserted. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define SCRIPT_SIZE 24
#define POOL 14
#define NIL 0 /* node 0 is the black sentinel */

struct node {
    uint8_t key;
    uint8_t hits;
    bool red;
    uint8_t left, right, parent;
};

struct tree {
    struct node n[POOL + 1];
    uint8_t root, free_list;
    int count, rotations;
};

static void tree_init(struct tree *t)
{
    memset(t, 0, sizeof *t);
    for (int i = 1; i <= POOL; i++)
        t->n[i].right = (uint8_t)(i < POOL ? i + 1 : 0);
    t->free_list = 1;
}

static uint8_t find(const struct tree *t, uint8_t key)
{
    uint8_t x = t->root;
    while (x != NIL && t->n[x].key != key)
        x = key < t->n[x].key ? t->n[x].left : t->n[x].right;
    return x;
}

static void replace_child(struct tree *t, uint8_t parent, uint8_t old, uint8_t new)
{
    if (parent == NIL)
        t->root = new;
    else if (t->n[parent].left == old)
        t->n[parent].left = new;
    else
        t->n[parent].right = new;
}

static void rotate_left(struct tree *t, uint8_t x)
{
    uint8_t y = t->n[x].right;
    t->n[x].right = t->n[y].left;
    if (t->n[y].left != NIL)
        t->n[t->n[y].left].parent = x;
    t->n[y].parent = t->n[x].parent;
    replace_child(t, t->n[x].parent, x, y);
    t->n[y].left = x;
    t->n[x].parent = y;
    t->rotations++;
}

static void rotate_right(struct tree *t, uint8_t x)
{
    uint8_t y = t->n[x].left;
    t->n[x].left = t->n[y].right;
    if (t->n[y].right != NIL)
        t->n[t->n[y].right].parent = x;
    t->n[y].parent = t->n[x].parent;
    replace_child(t, t->n[x].parent, x, y);
    t->n[y].right = x;
    t->n[x].parent = y;
    t->rotations++;
}

static void insert_fixup(struct tree *t, uint8_t z)
{
    while (t->n[t->n[z].parent].red) {
        uint8_t p = t->n[z].parent, g = t->n[p].parent;
        bool left = p == t->n[g].left;
        uint8_t uncle = left ? t->n[g].right : t->n[g].left;
        if (t->n[uncle].red) {
            t->n[p].red = t->n[uncle].red = false;
            t->n[g].red = true;
            z = g;
            continue;
        }
        if (left && z == t->n[p].right) {
            rotate_left(t, p);
            p = z;
        } else if (!left && z == t->n[p].left) {
            rotate_right(t, p);
            p = z;
        }
        t->n[p].red = false;
        t->n[g].red = true;
        if (left)
            rotate_right(t, g);
        else
            rotate_left(t, g);
        break;
    }
    t->n[t->root].red = false;
}

static bool insert(struct tree *t, uint8_t key)
{
    uint8_t parent = NIL, x = t->root;
    while (x != NIL) {
        if (t->n[x].key == key) {
            if (t->n[x].hits < UINT8_MAX)
                t->n[x].hits++;
            return false;
        }
        parent = x;
        x = key < t->n[x].key ? t->n[x].left : t->n[x].right;
    }
    uint8_t z = t->free_list;
    if (z == NIL)
        return false;
    t->free_list = t->n[z].right;
    t->n[z] = (struct node){ .key = key, .hits = 1, .red = true, .parent = parent };
    if (parent == NIL)
        t->root = z;
    else if (key < t->n[parent].key)
        t->n[parent].left = z;
    else
        t->n[parent].right = z;
    t->count++;
    insert_fixup(t, z);
    return true;
}

static void transplant(struct tree *t, uint8_t u, uint8_t v)
{
    replace_child(t, t->n[u].parent, u, v);
    t->n[v].parent = t->n[u].parent; /* the sentinel's parent is used by the fixup */
}

static uint8_t minimum(const struct tree *t, uint8_t x)
{
    while (t->n[x].left != NIL)
        x = t->n[x].left;
    return x;
}

static void delete_fixup(struct tree *t, uint8_t x)
{
    while (x != t->root && !t->n[x].red) {
        uint8_t p = t->n[x].parent;
        bool left = x == t->n[p].left;
        uint8_t w = left ? t->n[p].right : t->n[p].left;
        if (t->n[w].red) {
            t->n[w].red = false;
            t->n[p].red = true;
            if (left)
                rotate_left(t, p);
            else
                rotate_right(t, p);
            w = left ? t->n[p].right : t->n[p].left;
        }
        uint8_t far = left ? t->n[w].right : t->n[w].left;
        uint8_t near = left ? t->n[w].left : t->n[w].right;
        if (!t->n[far].red && !t->n[near].red) {
            t->n[w].red = true;
            x = p;
            continue;
        }
        if (!t->n[far].red) {
            t->n[near].red = false;
            t->n[w].red = true;
            if (left)
                rotate_right(t, w);
            else
                rotate_left(t, w);
            w = near;
            far = left ? t->n[w].right : t->n[w].left;
        }
        t->n[w].red = t->n[p].red;
        t->n[p].red = false;
        t->n[far].red = false;
        if (left)
            rotate_left(t, p);
        else
            rotate_right(t, p);
        x = t->root;
    }
    t->n[x].red = false;
}

static bool delete(struct tree *t, uint8_t key)
{
    uint8_t z = find(t, key), x;
    if (z == NIL)
        return false;
    bool removed_red = t->n[z].red;
    if (t->n[z].left == NIL) {
        x = t->n[z].right;
        transplant(t, z, x);
    } else if (t->n[z].right == NIL) {
        x = t->n[z].left;
        transplant(t, z, x);
    } else {
        uint8_t y = minimum(t, t->n[z].right);
        removed_red = t->n[y].red;
        x = t->n[y].right;
        if (t->n[y].parent == z) {
            t->n[x].parent = y;
        } else {
            transplant(t, y, x);
            t->n[y].right = t->n[z].right;
            t->n[t->n[y].right].parent = y;
        }
        transplant(t, z, y);
        t->n[y].left = t->n[z].left;
        t->n[t->n[y].left].parent = y;
        t->n[y].red = t->n[z].red;
    }
    if (!removed_red)
        delete_fixup(t, x);
    t->n[NIL].parent = NIL;
    t->n[z].right = t->free_list;
    t->free_list = z;
    t->count--;
    return true;
}

static int floor_key(const struct tree *t, uint8_t key)
{
    int best = -1;
    for (uint8_t x = t->root; x != NIL;) {
        if (t->n[x].key <= key) {
            best = t->n[x].key;
            x = t->n[x].right;
        } else {
            x = t->n[x].left;
        }
    }
    return best;
}

static uint8_t successor(const struct tree *t, uint8_t x)
{
    if (t->n[x].right != NIL)
        return minimum(t, t->n[x].right);
    uint8_t p = t->n[x].parent;
    while (p != NIL && x == t->n[p].right) {
        x = p;
        p = t->n[p].parent;
    }
    return p;
}

static int rank(const struct tree *t, uint8_t key)
{
    int r = 0;
    if (t->root == NIL)
        return 0;
    for (uint8_t x = minimum(t, t->root); x != NIL && t->n[x].key < key; x = successor(t, x))
        r++;
    return r;
}

static int delete_range(struct tree *t, uint8_t lo, uint8_t hi)
{
    int removed = 0;
    for (;;) {
        int k = floor_key(t, hi);
        if (k < lo)
            return removed;
        delete(t, (uint8_t)k);
        removed++;
    }
}

/* Black height of the subtree; the depth is bounded by the pool. */
static int check_node(const struct tree *t, uint8_t x, int lo, int hi, int depth)
{
    if (x == NIL)
        return 1;
    const struct node *n = &t->n[x];
    assert(depth < POOL);
    assert(n->key > lo && n->key < hi);
    assert(!n->red || (!t->n[n->left].red && !t->n[n->right].red));
    int l = check_node(t, n->left, lo, n->key, depth + 1);
    int r = check_node(t, n->right, n->key, hi, depth + 1);
    assert(l == r);
    return l + !n->red;
}

int main(void)
{
    uint8_t script[SCRIPT_SIZE];
    struct tree t;
    int found = 0;
    klee_make_symbolic(script, sizeof script, "script");

    tree_init(&t);
    for (int i = 0; i + 1 < SCRIPT_SIZE; i += 2) {
        uint8_t arg = script[i + 1];
        switch (script[i] & 7) {
        case 0:
        case 1:
        case 2: insert(&t, arg); break;
        case 3: delete(&t, arg); break;
        case 4: found += floor_key(&t, arg) >= 0; break;
        case 5: found += rank(&t, arg) > 2; break;
        case 6: /* a run of consecutive keys */
            for (int k = 0; k < (script[i] >> 5); k++)
                insert(&t, (uint8_t)(arg + k));
            break;
        default:
            if (delete_range(&t, arg, (uint8_t)(arg | 15)) > 3)
                found++;
            break;
        }
        assert(!t.n[NIL].red);
        check_node(&t, t.root, -1, 256, 0);
    }
    printf("%d keys, %d rotations\n", t.count, t.rotations);
    if (t.free_list == NIL)
        return 3;
    return t.rotations > 6 ? 2 : found > 0;
}
