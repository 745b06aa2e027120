// 8 = three bits of one byte, each tested alone.
//@ paths: 8
//@ domain: flags: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char flags;
  int n = 0;
  klee_make_symbolic(&flags, 1, "flags");
  if (flags & 1)
    n += 1;
  if (flags & 4)
    n += 2;
  if (flags & 128)
    n += 4;
  return n;
}
