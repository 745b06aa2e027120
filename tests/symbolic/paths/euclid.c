// 13 = the number of divisions, 0 to 12 on bytes (233, 144 takes the most), is the whole path.
//@ paths: 13
//@ domain: a: 0..255
//@ domain: b: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  while (b) {
    unsigned char r = a % b;
    a = b;
    b = r;
  }
  return a == 0 ? 1 : 0;
}
