// The same, and the wrong thing is asked for.
//@ target: target
//@ verdict: unreachable
//@ strategies: merge
#define NEVER
#include "made_in_one.c"
