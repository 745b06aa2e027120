// 6 = p<2 or q<2 refused (2), p>q refused, p*q is 143 (11*13), 35 (5*7), or neither.
//@ paths: 6
//@ domain: p: 0..255
//@ domain: q: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char p, q;
  klee_make_symbolic(&p, 1, "p");
  klee_make_symbolic(&q, 1, "q");
  if (p < 2)
    return 0;
  if (q < 2)
    return 1;
  if (p > q)
    return 2;
  if (p * q == 143)
    return 3;
  if (p * q == 35)
    return 4;
  return 5;
}
