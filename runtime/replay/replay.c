/* The native side of a replay, as one file: linked with the program, it hands out the inputs of
 * the test named by $PATHWEAVE_TEST. The parts do not depend on their order. */
#define _GNU_SOURCE
#include "replay.h"

#include "process.c"
#include "inputs.c"
#include "coverage.c"
#include "intrinsics.c"
#include "nondet.c"
