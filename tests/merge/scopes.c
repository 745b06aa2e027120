// Objects whose scope ends on one of the ways, and is entered again.
//@ target: target
//@ verdict: reachable
//@ strategies: merge
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
static void fill(int *to, int n, int value) {
  for (int i = 0; i < n; i++)
    to[i] = value + i;
}
int main(void) {
  unsigned char in[3];
  klee_make_symbolic(in, sizeof in, "in");
  int total = 0;
  for (int i = 0; i < 3; i++) {
    if (in[i] & 1) {
      int odd[4];
      fill(odd, 4, in[i]);
      total += odd[3];
    } else {
      int even[2];
      fill(even, 2, 100);
      total += even[1];
    }
  }
#ifdef NEVER
  if (total > 3 * 258)
    target();
#else
  if (total == 101 + 101 + 8)
    target();
#endif
  return 0;
}
