// 3 = a table of 256 classes replaces the comparisons: class 0, 1 or 2, told apart by two tests.
//@ paths: 3
//@ domain: c: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
static unsigned char table[256];
int main(void) {
  unsigned char c;
  for (int k = '0'; k <= '9'; k++)
    table[k] = 1;
  for (int k = 'a'; k <= 'f'; k++)
    table[k] = 2;
  klee_make_symbolic(&c, 1, "c");
  if (table[c] == 0)
    return 0;
  if (table[c] == 1)
    return 1;
  return 2;
}
