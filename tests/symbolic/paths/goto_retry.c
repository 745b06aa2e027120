// 5 = the test succeeds at attempt 0, 1, 2 or 3, or never.
//@ paths: 5
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  int attempt = 0;
  klee_make_symbolic(&x, 1, "x");
retry:
  if (x == attempt * 50)
    goto done;
  if (++attempt < 4)
    goto retry;
  return 1;
done:
  return 0;
}
