// 201 = a counter that ends at 0..199 or passes all: one deep path and 200 that leave it.
//@ paths: 201
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  for (int i = 0; i < 200; i++)
    if (x == i)
      return 1;
  return 0;
}
