// A choice among more numbers than have a sign.
//@ target: target
//@ code: 0
unsigned long klee_choose(unsigned long);
void target(void) {}
int main(void) {
  unsigned long x = klee_choose((unsigned long)-1);
  if (x > 0x8000000000000000u)
    target();
  return 0;
}
