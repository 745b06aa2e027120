// The paper's HeapOp: cells that are linked in new ways. Published are 236 questions for `q` on a tree of 21
// nodes, so most of what it asks is what its pointers are.
void __VERIFIER_assume(int);

struct cell {
  int value;
  struct cell *left;
  struct cell *right;
};

int q(struct cell *x) {
  if (x == 0) {
    return 0;
  }
  struct cell *l = x->left;
  if (l == 0) {
    x->left = x;
    return 1;
  }
  struct cell *r = l->right;
  if (r == 0) {
    l->right = x;
    return 2;
  }
  if (r == x) {
    l->right = l;
    return 3;
  }
  struct cell *s = r->left;
  if (s == 0) {
    r->left = l;
    return 4;
  }
  if (s == l) {
    x->left = r;
    return 5;
  }
  struct cell *t = s->right;
  if (t == 0) {
    s->right = r;
    return 6;
  }
  if (t == r) {
    x->left = s;
    return 7;
  }
  if (t->value > x->value) {
    x->left = t;
    return 8;
  }
  return 9;
}

int r(struct cell *a) { return q(a) + q(a) + q(a); }

int r_twice(struct cell *a) { return q(a) + q(a); }

// Two cells of which everything may be the same: thousands of heaps at one call.
int r_apart(struct cell *a, struct cell *b) { return q(a) + q(b); }

// Both pointers are loaded before either is looked at.
int meet(struct cell *x) {
  if (x == 0) {
    return 0;
  }
  struct cell *l = x->left, *r = x->right;
  if (l == 0 || r == 0) {
    return 1;
  }
  if (l == r) {
    x->right = 0;
    return 2;
  }
  return 3;
}

int meet_twice(struct cell *a, struct cell *b) { return meet(a) + meet(b); }

// Numbers more than pointers: nearly every path is possible at every call.
struct item {
  int value;
  struct item *link;
};

int compare(struct item *a, struct item *b) {
  __VERIFIER_assume(a != 0 && b != 0);
  if (a->value > b->value) {
    a->link = b;
    return 1;
  }
  if (a->link == b) {
    b->link = 0;
    return 2;
  }
  if (a->link != 0 && a->link->value == b->value) {
    a->link->value = 0;
    return 3;
  }
  return 0;
}

int r_values(struct item *a, struct item *b, struct item *c, struct item *d) {
  return compare(a, b) + compare(c, d) + compare(a, c) + compare(b, d);
}

// Which pointer is looked at next depends on a number.
int either(struct cell *x) {
  if (x == 0) {
    return 0;
  }
  if (x->value > 0) {
    if (x->left == 0) {
      return 1;
    }
    return x->left->value > 3 ? 2 : 3;
  }
  if (x->right == 0) {
    return 4;
  }
  return x->right->value > 5 ? 5 : 6;
}

int either_twice(struct cell *a, struct cell *b) { return either(a) + either(b); }

// In one of the heaps of the call a cell has less room than any that `q` was executed with.
static long room[2];

int r_small(struct cell *a, struct cell *b) {
  if (a == 0) {
    return 0;
  }
  a->left = (struct cell *)room;
  return q(b);
}
