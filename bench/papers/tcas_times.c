// TCAS, TIMES times after each other, every time with inputs of its own. An advisory is at most 2.
#ifndef TIMES
#define TIMES 1
#endif
#include "../../tests/memo/tcas.c"
int klee_int(const char *);
void never(void) {}
int main(void) {
  int sum = 0;
  for (int k = 0; k < TIMES; k++) {
    int cvs = klee_int("cvs"), hc = klee_int("hc"), ttrv = klee_int("ttrv");
    int ota = klee_int("ota"), otar = klee_int("otar"), otta = klee_int("otta");
    int alv = klee_int("alv"), us = klee_int("us"), ds = klee_int("ds");
    int orac = klee_int("orac"), oc = klee_int("oc"), ci = klee_int("ci");
    sum += start_tcas(0, cvs, hc, ttrv, ota, otar, otta, alv, us, ds, orac, oc, ci);
  }
  if (sum > 2 * TIMES)
    never();
  return 0;
}
