// The value of && is stored before it is branched on.
// 6 = a>1 refused; a=0: z is 0, a==b splits: 2; a=1, b=0: 1; a=1, b!=0: a==b splits: 2.
//@ paths: 6
//@ domain: a: 0..3
//@ domain: b: 0..3
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int a, b, n = 0;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  if ((unsigned)a > 1)
    return 0;
  int z = a && b;
  if (z)
    n = 1;
  if (a == b)
    n += 2;
  return n;
}
