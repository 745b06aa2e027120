// A calculator of three commands: + and - go on, the end and anything else stop.
// 22 = k good commands (2^k ways) and then one of two stops for k < 3, or three good ones: 2*(1+2+4) + 8.
//@ paths: 22
//@ domain: c/1: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  char c[3];
  int n = 0;
  klee_make_symbolic(c, sizeof c, "c");
  for (int i = 0; i < 3; i++)
    switch (c[i]) {
    case '+': n++; break;
    case '-': n--; break;
    case 0: return n;
    default: return -9;
    }
  return n;
}
