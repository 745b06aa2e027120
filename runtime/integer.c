/* stdlib.h and inttypes.h: absolute values and divisions with remainder. */
#include "pathweave_libc.h"

typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;

int abs(int v) { return v < 0 ? -v : v; }

long labs(long v) { return v < 0 ? -v : v; }

long long llabs(long long v) { return v < 0 ? -v : v; }

intmax_t imaxabs(intmax_t v) { return v < 0 ? -v : v; }

div_t div(int a, int b) { return (div_t){a / b, a % b}; }

ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }

lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

ldiv_t imaxdiv(intmax_t a, intmax_t b) { return (ldiv_t){a / b, a % b}; }
