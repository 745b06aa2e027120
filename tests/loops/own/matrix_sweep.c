// A sweep over a matrix that meets fifty values above a limit.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
int klee_int(const char *);
void target(void) {}
unsigned char m[16][16];
int main(void) {
  klee_make_symbolic(m, sizeof m, "m");
  int rows = klee_int("rows"), limit = klee_int("limit"), above = 0;
  if (rows < 0 || rows > 16 || limit < 5) return 0;
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < 16; j++)
      if (m[i][j] > limit) above++;
  if (above == 50) target();
  return 0;
}
