// A callee swaps what two pointers point to, which may be the same object.
//@ target: target
//@ verdict: reachable
int klee_int(const char *);
int swap(int *a, int *b) {
  if (a == b)
    return 0;
  int t = *a;
  *a = *b;
  *b = t;
  return t > *a;
}
void target(void) {}
int main(void) {
  int x = klee_int("x"), y = klee_int("y");
  int same = klee_int("same");
  int *p = &x, *q = same ? &x : &y;
  int r = swap(p, q);
  if (x == 3 && y == 4 && r == 1)
    target();
  return 0;
}
