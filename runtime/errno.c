/* errno: one cell, since interpreted programs have one thread. */
#include "pathweave_libc.h"

int __pathweave_errno;

int *__errno_location(void) { return &__pathweave_errno; }

long __pw_result(long r) {
    if (r >= 0) return r;
    __pathweave_errno = (int)-r;
    return -1;
}
