// The same, and the wrong thing is asked for.
//@ target: target
//@ verdict: unreachable
//@ strategies: merge
//@ define: ROUNDS 7
//@ executions: merge <=30*ROUNDS
//@ dart: no
#define NEVER
#include "menu.c"
