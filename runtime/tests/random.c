/* The sequences of rand, random, rand_r and the 48-bit family. */
#include "test.h"

RUNTIME(rand); RUNTIME(srand); RUNTIME(random); RUNTIME(srandom); RUNTIME(rand_r);
RUNTIME(drand48); RUNTIME(erand48); RUNTIME(lrand48); RUNTIME(nrand48); RUNTIME(mrand48);
RUNTIME(jrand48); RUNTIME(srand48); RUNTIME(seed48); RUNTIME(lcong48);

static void feedback(void) {
    static const unsigned seeds[] = {0, 1, 2, 42, 12345, 0x7fffffff, 0x80000000, 0xffffffff,
                                     2147483646};
    for (int i = 0; i < 100; i++) expect_number("rand unseeded", rand(), pw_rand());
    for (size_t s = 0; s < sizeof seeds / sizeof *seeds + 200; s++) {
        unsigned seed = s < sizeof seeds / sizeof *seeds ? seeds[s] : draw();
        srand(seed);
        pw_srand(seed);
        for (int i = 0; i < 50; i++) expect_number("rand", rand(), pw_rand());
        srandom(seed + 1);
        pw_srandom(seed + 1);
        for (int i = 0; i < 5; i++) expect_number("random", random(), pw_random());
        unsigned a = seed, b = seed;
        for (int i = 0; i < 50; i++) expect_number("rand_r", rand_r(&a), pw_rand_r(&b));
        expect_number("rand_r seed", a, b);
    }
}

static void same_double(const char *what, double want, double got) {
    expect_bytes(what, &want, &got, sizeof want);
}

static void family48(void) {
    unsigned short a[7], b[7];
    same_double("drand48 unseeded", drand48(), pw_drand48());
    for (int s = 0; s < 200; s++) {
        long seed = (int)draw();
        srand48(seed);
        pw_srand48(seed);
        for (int i = 0; i < 7; i++) a[i] = b[i] = (unsigned short)draw();
        for (int i = 0; i < 10; i++) {
            same_double("drand48", drand48(), pw_drand48());
            expect_number("lrand48", lrand48(), pw_lrand48());
            expect_number("mrand48", mrand48(), pw_mrand48());
            same_double("erand48", erand48(a), pw_erand48(b));
            expect_number("nrand48", nrand48(a), pw_nrand48(b));
            expect_number("jrand48", jrand48(a), pw_jrand48(b));
        }
        expect_bytes("state", a, b, sizeof a);
        expect_bytes("seed48", seed48(a), pw_seed48(b), 6);
        expect_number("mrand48 after seed48", mrand48(), pw_mrand48());
        if (s % 10 == 0) {
            lcong48(a);
            pw_lcong48(b);
            expect_number("lrand48 after lcong48", lrand48(), pw_lrand48());
        }
    }
}

void test_random(void) {
    feedback();
    family48();
}
