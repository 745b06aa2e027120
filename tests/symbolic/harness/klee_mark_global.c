// 2 paths; the mark says only that the object outlives the function.
//@ verdict: explored
//@ paths: 2
//@ domain: x: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
void klee_mark_global(void *);
static unsigned char x;
int main(void) {
  klee_mark_global(&x);
  klee_make_symbolic(&x, 1, "x");
  if (x)
    return 1;
  return 0;
}
