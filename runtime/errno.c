/* errno: one cell, since interpreted programs have one thread. */
#include "pathweave_libc.h"

static int value;

int *__errno_location(void) { return &value; }

long __pw_result(long r) {
    if (r >= 0) return r;
    value = (int)-r;
    return -1;
}
