// One callee writes a global that another reads.
//@ target: target
//@ verdict: reachable
int klee_int(const char *);
static int mode;
int set_mode(int m) {
  if (m < 0 || m > 9)
    return -1;
  mode = m * 3;
  return 0;
}
int check(int k) {
  if (mode == 21 && k == 5)
    return 1;
  if (mode > 100)
    return 2;
  return 0;
}
void target(void) {}
int main(void) {
  set_mode(klee_int("m"));
  if (check(klee_int("k")) == 1)
    target();
  return 0;
}
