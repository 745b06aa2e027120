// Bytes that one caller set and another one did not.
//@ target: error
//@ code: 0
int klee_int(const char *);
int g(int *p, int c) {
  if (c == 2) {
    if (*p == 0) return 1;
  }
  return 0; }
int main(void) {
  int u;
  int y = klee_int("y"), z = klee_int("z");
  g(&u, z);
  u = 0;
  g(&u, y + 2);
  u = 5;
  g(&u, y + 3);
  u = 6;
  g(&u, y + 4);
  return 0;
}
