/* strtol and strtod with their families: value, end and errno. */
#include "test.h"

#include <float.h>
#include <inttypes.h>

RUNTIME(strtol); RUNTIME(strtoul); RUNTIME(strtoll); RUNTIME(strtoull); RUNTIME(strtoimax);
RUNTIME(strtoumax); RUNTIME(strtod); RUNTIME(strtof); RUNTIME(strtold); RUNTIME(atoi);
RUNTIME(atol); RUNTIME(atoll); RUNTIME(atof); RUNTIME(abs); RUNTIME(div); RUNTIME(lldiv);
long pw___isoc23_strtol(const char *s, char **end, int base);

static void check(const char *name, const char *s, int base, long want, long got, char *want_end,
                  char *got_end, int want_errno) {
    cases++;
    int valid = base >= 0 && base != 1 && base <= 36; /* else the end is not stored */
    if (want != got || (valid && want_end != got_end) || want_errno != pw_errno)
        fail("%s(\"%s\", %d): glibc gives %ld, end %ld, errno %d; the runtime %ld, end %ld, errno %d",
             name, show(s, strlen(s)), base, want, (long)(want_end - s), want_errno, got,
             (long)(got_end - s), pw_errno);
}

#define INTEGER(name)                                            \
    {                                                            \
        char *end1 = NULL, *end2 = NULL;                         \
        errno = pw_errno = 0;                                    \
        long want = (long)name(s, &end1, base);                  \
        int e = errno;                                           \
        long got = (long)pw_##name(s, &end2, base);              \
        check(#name, s, base, want, got, end1, end2, e);         \
    }

static void integers(const char *s, int base) {
    INTEGER(strtol) INTEGER(strtoul) INTEGER(strtoll) INTEGER(strtoull)
    INTEGER(strtoimax) INTEGER(strtoumax)
    expect_number("atoi", atoi(s), pw_atoi(s));
    expect_number("atol", atol(s), pw_atol(s));
    expect_number("atoll", atoll(s), pw_atoll(s));
}

#define FLOATING(name, type, bytes)                                                          \
    {                                                                                        \
        char *end1 = NULL, *end2 = NULL;                                                     \
        errno = pw_errno = 0;                                                                \
        type want = name(s, &end1);                                                          \
        int e = errno;                                                                       \
        type got = pw_##name(s, &end2);                                                      \
        cases++;                                                                             \
        if (memcmp(&want, &got, bytes) != 0 || end1 != end2 || e != pw_errno)                \
            fail(#name "(\"%s\"): glibc gives %Lg, end %ld, errno %d; the runtime %Lg, end %ld, " \
                       "errno %d", show(s, strlen(s)), (long double)want, (long)(end1 - s), e,    \
                 (long double)got, (long)(end2 - s), pw_errno);                              \
    }

static void floats(const char *s) {
    FLOATING(strtod, double, sizeof want)
    FLOATING(strtof, float, sizeof want)
    FLOATING(strtold, long double, sizeof want > 10 && LDBL_MANT_DIG == 64 ? 10 : sizeof want)
    double want = atof(s), got = pw_atof(s);
    expect_bytes("atof", &want, &got, sizeof want);
}

static const char *const integer_edges[] = {
    "", "0", "-0", "+", "-", "0x", "0xg", "0X1F", "-0x8000000000000000", "0b101", "0b2",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "-18446744073709551615", " \t\n\v\f\r42x",
    "077", "089", "zz", "1234567890abcdefghijklmnopqrstuvwxyz", "- 1", "--1", "2147483648",
    "-2147483649", "0x7fffffffffffffff", "99999999999999999999999999999",
};

static const char *const float_edges[] = {
    "", "0", "-0", ".", "-.", "1.", ".5", "1e", "1e+", "1e5", "1E-5", "inf", "-INFINITY", "infinit",
    "nan", "NaN(abc_1)", "nan(", "nan(-)", "-nan()", "0x", "0x.", "0x1", "0x1p", "0x1p-3", "0x.8p1",
    "0x1.fffffffffffffp1023", "0x1p1024", "0x1p-1074", "0x1.8p-1074", "0x1p-1080", "1e308", "1e309",
    "-1e400", "1e-308", "1e-320", "4.9e-324", "1e-400", "1e4932", "1e4933", "1e-4950", "1e38",
    "1e39", "1e-38", "1e-40", "0x1p-149", "0x1.2p-149", "0e999999", "3.14159265358979323846xyz",
    "  \t-2.5e+3,", "1..2", "1.2.3", "1e5e5", "2.2250738585072014e-308", "2.2250738585072011e-308",
    "123456789012345678901234567890", "0.1", "1e23", "8.5e-46", "i", "n", "in", "+inf", "1p5",
    "0x1e5", "0x1.e+5",
};

void test_convert(void) {
    static const int bases[] = {0, 2, 8, 10, 16, 36, 7, 1, 37, -1};
    for (size_t i = 0; i < sizeof integer_edges / sizeof *integer_edges; i++)
        for (size_t b = 0; b < sizeof bases / sizeof *bases; b++)
            integers(integer_edges[i], bases[b]);
    for (size_t i = 0; i < sizeof float_edges / sizeof *float_edges; i++) floats(float_edges[i]);
    for (int i = 0; i < 20000; i++) {
        char s[40];
        draw_string(s, i % 3 ? 6 : 24, i % 2 ? "0123456789" : " 0x1-+9aFb7z");
        integers(s, bases[below(7)]);
        draw_string(s, i % 3 ? 8 : 30, i % 2 ? "0123456789.e-" : "0x1.9aepP+-infa");
        floats(s);
    }
    char *end;
    expect_number("__isoc23_strtol 0b", 5, pw___isoc23_strtol("0b101", &end, 0));
    expect_number("__isoc23_strtol 0b base 2", 5, pw___isoc23_strtol("0B101", &end, 2));
    expect_number("div", div(-7, 2).rem, pw_div(-7, 2).rem);
    expect_number("lldiv", lldiv(-7, 2).quot, pw_lldiv(-7, 2).quot);
    expect_number("abs", 5, pw_abs(-5));
}
