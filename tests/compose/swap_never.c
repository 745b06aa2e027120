// The near miss of swap.c: with x == 3 and y == 4 after a real swap, 4 > 3 was seen.
//@ target: target
//@ verdict: unreachable
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
  if (x == 3 && y == 4 && r == 0 && !same)
    target();
  return 0;
}
