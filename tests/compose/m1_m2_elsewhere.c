// The part of m1_m2_unbounded.c that has nothing to do with its infinitely many paths.
//@ target: elsewhere
//@ verdict: reachable
//@ strategies: fair
//@ dart: no
#include "m1_m2_unbounded.c"
