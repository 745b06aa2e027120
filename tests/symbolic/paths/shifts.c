// 4 = count above 7 refused; 1<<n is 16 or not; if not, whether 200>>n is 3 (n = 6).
//@ paths: 4
//@ domain: n: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  if (n > 7)
    return 0;
  if (1 << n == 16)
    return 1;
  if (200 >> n == 3)
    return 2;
  return 3;
}
