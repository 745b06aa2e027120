// The same, and the wrong thing is asked for.
//@ target: target
//@ verdict: unreachable
//@ strategies: merge
//@ executions: merge <=200
#define NEVER
#include "recursion.c"
