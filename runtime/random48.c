/* drand48 and its family: x' = a x + c modulo 2^48. */
#include "pathweave_libc.h"

static const uint64_t MASK = ((uint64_t)1 << 48) - 1;
static const uint64_t FACTOR = 0x5deece66d;

static uint64_t x, a = 0x5deece66d;
static unsigned short c = 0xb, old[3];

static uint64_t pack(const unsigned short s[3]) {
    return s[0] | (uint64_t)s[1] << 16 | (uint64_t)s[2] << 32;
}

static void unpack(unsigned short s[3], uint64_t v) {
    for (int i = 0; i < 3; i++) s[i] = (unsigned short)(v >> 16 * i);
}

static uint64_t advance(uint64_t v) { return (v * a + c) & MASK; }

static uint64_t advance_own(void) { return x = advance(x); }

static uint64_t advance_given(unsigned short s[3]) {
    uint64_t v = advance(pack(s));
    unpack(s, v);
    return v;
}

static double to_double(uint64_t v) { return (double)v / (double)((uint64_t)1 << 48); }

double drand48(void) { return to_double(advance_own()); }
double erand48(unsigned short s[3]) { return to_double(advance_given(s)); }
long lrand48(void) { return (long)(advance_own() >> 17); }
long nrand48(unsigned short s[3]) { return (long)(advance_given(s) >> 17); }
long mrand48(void) { return (int32_t)(advance_own() >> 16); }
long jrand48(unsigned short s[3]) { return (int32_t)(advance_given(s) >> 16); }

static void reset_law(void) {
    a = FACTOR;
    c = 0xb;
}

void srand48(long seed) {
    x = (uint64_t)(uint32_t)seed << 16 | 0x330e;
    reset_law();
}

unsigned short *seed48(unsigned short s[3]) {
    unpack(old, x);
    x = pack(s);
    reset_law();
    return old;
}

void lcong48(unsigned short p[7]) {
    x = pack(p);
    a = pack(p + 3);
    c = p[6];
}
