// A list whose first node must hold 2x + 1 and point to itself: an alias that only lazy initialization finds.
//@ entry: check
//@ witness: struct node n = {3, 0}; n.next = &n; check(&n, 1)
//@ bugs: reached-abort
extern void abort(void);
struct node {
  int value;
  struct node *next;
};
static int twice_plus_one(int x) { return (int)(2u * (unsigned)x + 1u); }
int check(struct node *p, int x) {
  if (x > 0)
    if (p != 0)
      if (twice_plus_one(x) == p->value)
        if (p->next == p)
          abort(); //~ BUG reached-abort
  return 0;
}
