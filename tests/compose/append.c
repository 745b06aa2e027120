// A callee appends to a buffer and updates its length.
//@ target: target
//@ verdict: reachable
int klee_int(const char *);
static char buffer[8];
static int used;
int append(char c) {
  if (used >= 8)
    return -1;
  if (c == ' ')
    return 0;
  buffer[used] = c;
  used++;
  return 1;
}
void target(void) {}
int main(void) {
  append((char)klee_int("a"));
  append((char)klee_int("b"));
  append((char)klee_int("c"));
  if (used == 2 && buffer[0] == 'x' && buffer[1] == 'y')
    target();
  return 0;
}
