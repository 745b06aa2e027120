/* rand, random and rand_r, with glibc's sequences: an additive feedback generator
 * over 31 words (x^31 + x^3 + 1), seeded by a linear congruential one. */
#include "pathweave_libc.h"

enum { DEGREE = 31, SEPARATION = 3 };

static uint32_t state[DEGREE];
static int front, seeded;

static uint32_t next(void) {
    int back = front >= SEPARATION ? front - SEPARATION : front + DEGREE - SEPARATION;
    state[front] += state[back];
    uint32_t v = state[front];
    front = front + 1 == DEGREE ? 0 : front + 1;
    return v >> 1;
}

static void seed_state(unsigned seed) {
    int64_t word = (int32_t)(seed == 0 ? 1 : seed);
    state[0] = (uint32_t)word;
    for (int i = 1; i < DEGREE; i++) {
        word = 16807 * word % 2147483647;
        if (word < 0) word += 2147483647;
        state[i] = (uint32_t)word;
    }
    front = SEPARATION;
    seeded = 1;
    for (int i = 0; i < 10 * DEGREE; i++) next();
}

static uint32_t draw(void) {
    if (!seeded) seed_state(1);
    return next();
}

void srandom(unsigned seed) { seed_state(seed); }

long random(void) { return draw(); }

void srand(unsigned seed) { seed_state(seed); }

int rand(void) { return (int)draw(); }

int rand_r(unsigned *seed) {
    unsigned s = *seed;
    s = s * 1103515245 + 12345;
    unsigned v = s / 65536 % 2048;
    for (int i = 0; i < 2; i++) {
        s = s * 1103515245 + 12345;
        v = v << 10 ^ s / 65536 % 1024;
    }
    *seed = s;
    return (int)v;
}
