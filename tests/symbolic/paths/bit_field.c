// 6 = kinds 3 and 2; kinds 1 and 0, each with the flag set or not.
//@ paths: 6
//@ domain: b: 0..255
struct header {
  unsigned char kind : 2, flag : 1, rest : 5;
};
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  struct header h;
  klee_make_symbolic(&h, sizeof h, "b");
  if (h.kind == 3)
    return 3;
  if (h.kind == 2)
    return 2;
  if (h.kind == 1) {
    if (h.flag)
      return 5;
    return 1;
  }
  if (h.flag)
    return 4;
  return 0;
}
