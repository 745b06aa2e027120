// An object that only one of the ways has made; the other one knows no pointer to it.
//@ target: target
//@ verdict: reachable
//@ strategies: merge
#include <stdlib.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
int main(void) {
  unsigned char in[4];
  klee_make_symbolic(in, sizeof in, "in");
  int *made = 0;
  for (int i = 0; i < 4; i++) {
    if (in[i] == 7 && !made) {
      made = malloc(sizeof *made);
      if (!made)
        return 1;
      *made = i;
    } else if (in[i] == 9 && made) {
      *made += 10;
    }
  }
#ifdef NEVER
  if (made && *made == 33)
    target();
#else
  if (made && *made == 21)
    target();
#endif
  free(made);
  return 0;
}
