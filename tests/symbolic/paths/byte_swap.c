// 2 = one comparison of a value put together from four bytes.
//@ paths: 2
//@ domain: b/1: 0x12 0x34 0x56 0x78
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char b[4];
  klee_make_symbolic(b, sizeof b, "b");
  unsigned x = (unsigned)b[0] << 24 | (unsigned)b[1] << 16 | (unsigned)b[2] << 8 | b[3];
  if (x == 0x12345678)
    return 1;
  return 0;
}
