// A difference of an unset value with itself: no number, whatever the terms say.
//@ target: error
//@ code: 0
int klee_int(const char *);
int main(void) {
  unsigned x;
  int a = klee_int("a"), b = klee_int("b"), r = 0;
  if (a != 7) x = 1;
  if (a == 3) r += 8;
  if (b != 9) x = 1;
  if (b == 4) r += 16;
  if (x - x) r += 2;
  return r;
}
