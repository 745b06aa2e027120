// A counter in a global; two steps, each +1, reset or stop, and stop ends at once.
// 7 = stop; +1 or reset, followed by each of the three: 1 + 2*3.
//@ paths: 7
//@ domain: step: 0..3
int klee_range(int, int, const char *);
static int counter = 3;
static int advance(int step) {
  if (step == 0)
    return 0;
  if (step == 1)
    counter++;
  else
    counter = 0;
  return 1;
}
int main(void) {
  for (int i = 0; i < 2; i++)
    if (!advance(klee_range(0, 3, "step")))
      return counter;
  return counter;
}
