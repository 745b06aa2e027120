// 9 = n in 0..7 gives a path each; larger n is refused.
//@ paths: 9
//@ domain: n: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char n;
  int sum = 0;
  klee_make_symbolic(&n, 1, "n");
  if (n > 7)
    return 1;
  for (int i = 0; i < n; i++)
    sum += i;
  return sum < 0;
}
