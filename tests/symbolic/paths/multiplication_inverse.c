// 2 = x * 3 == 1 has exactly one solution modulo 2^32, 0xAAAAAAAB.
//@ paths: 2
//@ domain: x: 0 1 0xAAAAAAAB 7
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x * 3u == 1)
    return 1;
  return 0;
}
