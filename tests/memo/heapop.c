// The paper's HeapOp: cells that are compared and linked.
void __VERIFIER_assume(int);

struct cell {
  int value;
  struct cell *link;
};

int q(struct cell *a, struct cell *b) {
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

int r(struct cell *a, struct cell *b, struct cell *c, struct cell *d) {
  return q(a, b) + q(c, d) + q(a, c) + q(b, d);
}
