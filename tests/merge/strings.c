// Strings of the library: lengths and contents that depend on the way.
//@ target: target
//@ verdict: reachable
//@ strategies: merge
#include <string.h>
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
int main(void) {
  char in[6], out[16] = "";
  klee_make_symbolic(in, sizeof in, "in");
  in[5] = 0;
  for (char *p = in; *p; p++) {
    if (*p == 0x2f)
      strcat(out, "--");
    else if (*p >= 0x61 && *p <= 0x7a)
      strncat(out, p, 1);
  }
#ifdef NEVER
  if (strlen(out) > 10)
    target();
#else
  if (strcmp(out, "a--b") == 0)
    target();
#endif
  return 0;
}
