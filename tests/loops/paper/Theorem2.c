// The paper's Theorem 2: the loop never ends, and no proof of that is claimed.
//@ verdict: unknown
void target(void) {}
int main(void) {
  int i = 1;
  while (i < 3) {
    if (i == 2)
      i = 1;
    else
      i = 2;
  }
  target();
  return 0;
}
