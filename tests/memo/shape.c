// Where two objects overlap, a function does what it never did when it was executed alone.
int klee_int(const char *);

struct s {
  long u, v;
  struct s *next;
};

int late(struct s *p) {
  if (!p) {
    return 0;
  }
  struct s *y = p->next;
  int n = klee_int("n");
  if (n > 5) {
    return 7;
  }
  if (!y) {
    return 1;
  }
  p->v = 1;
  y->u = 0;
  if (p->v == 1) {
    return 2;
  }
  return 3;
}

// One of the heaps of the call is of that shape.
int call_late(struct s *a, struct s *b) {
  if (!a) {
    return 0;
  }
  a->next = (struct s *)&a->v;
  return late(b);
}

int early(struct s *p) {
  int n = klee_int("n");
  if (n > 5) {
    return 7;
  }
  if (!p) {
    return 0;
  }
  struct s *y = p->next;
  if (!y) {
    return 1;
  }
  p->v = 1;
  y->u = 0;
  if (p->v == 1) {
    return 2;
  }
  return 3;
}

// Nothing is decided before the callee is executed, since it asks for a number.
int call_early(struct s *a, struct s *b) {
  if (!a) {
    return 0;
  }
  a->next = (struct s *)&a->v;
  return early(b);
}
