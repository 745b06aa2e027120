// The orbit of x<=12 under 3x+1: parities are the path, and each x in 1..12 has an orbit of its own.
// 14 = 12 orbits, x==0 and x>12 refused.
//@ paths: 14
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 0)
    return 1;
  if (x > 12)
    return 2;
  unsigned n = x;
  while (n != 1)
    if (n % 2)
      n = 3 * n + 1;
    else
      n = n / 2;
  return 0;
}
