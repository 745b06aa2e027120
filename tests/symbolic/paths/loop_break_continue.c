// 15: each round skips (zero), breaks (255) or adds: 2*(2*(2 + 1) + 1) + 1.
//@ paths: 15
//@ domain: a/1: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char a[3];
  int sum = 0;
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 0; i < 3; i++) {
    if (a[i] == 0)
      continue;
    if (a[i] == 255)
      break;
    sum += a[i];
  }
  return sum == -1;
}
