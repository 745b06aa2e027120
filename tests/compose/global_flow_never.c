// The near miss of global_flow.c: the mode is at most 27.
//@ target: target
//@ verdict: unreachable
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
  if (check(klee_int("k")) == 2)
    target();
  return 0;
}
