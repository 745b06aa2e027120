// The same, and the wrong thing is asked for.
//@ target: error
//@ verdict: unreachable
//@ strategies: merge
#define NEVER
#include "freed.c"
