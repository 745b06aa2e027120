// Two values that were both not set are not equal for that.
//@ target: error
//@ code: 0
int klee_int(const char *);
int main(void) {
  int x, y, a = klee_int("a"), b = klee_int("b"), r = 0;
  if (a != 7) { x = 1; y = 1; }
  if (a == 3) r += 8;
  if (b != 9) { x = 1; y = 1; }
  if (b == 4) r += 16;
  if (x == y) r += 2;
  return r;
}
