// 8 = a>1 refused, b>4 refused, a==0 (b is never asked), a==1 with the depths b = 0..4.
//@ paths: 8
//@ domain: a: 0..255
//@ domain: b: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
static unsigned ackermann(unsigned a, unsigned b) {
  if (a == 0)
    return b + 1;
  if (b == 0)
    return ackermann(a - 1, 1);
  return ackermann(a - 1, ackermann(a, b - 1));
}
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  if (a > 1)
    return 1;
  if (b > 4)
    return 2;
  return (int)ackermann(a, b);
}
