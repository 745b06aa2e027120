/* strtol and its family, atoi and its family. One parser yields the magnitude and
 * the sign; each function then clamps to its own type. */
#include "pathweave_libc.h"

static int has_prefix(const char *s, char letter, int base) {
    return s[0] == '0' && to_lower((unsigned char)s[1]) == letter &&
           digit_value((unsigned char)s[2]) < base;
}

/* The magnitude of the number at s. *end is s itself when there is no number. */
unsigned long __pw_parse_unsigned(const char *s, char **end, int base, int binary, int *negative,
                                  int *overflow) {
    const char *start = s;
    unsigned long value = 0;
    *negative = 0;
    *overflow = 0;
    while (is_space((unsigned char)*s)) s++;
    if (*s == '-' || *s == '+') *negative = *s++ == '-';
    if ((base == 0 || base == 16) && has_prefix(s, 'x', 16)) {
        s += 2;
        base = 16;
    } else if (binary && (base == 0 || base == 2) && has_prefix(s, 'b', 2)) {
        s += 2;
        base = 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    unsigned long most = ULONG_MAX / (unsigned)base;
    int digit = digit_value((unsigned char)*s), any = 0;
    while (digit < base) {
        any = 1;
        if (value > most || value * (unsigned)base > ULONG_MAX - (unsigned)digit) *overflow = 1;
        value = value * (unsigned)base + (unsigned)digit;
        digit = digit_value((unsigned char)*++s);
    }
    if (end) *end = (char *)(any ? s : start);
    return value;
}

static int bad_base(int base) {
    if (base >= 0 && base != 1 && base <= 36) return 0;
    errno = EINVAL;
    return 1;
}

static long parse_signed(const char *s, char **end, int base, int binary) {
    int negative, overflow;
    if (bad_base(base)) return 0;
    unsigned long v = __pw_parse_unsigned(s, end, base, binary, &negative, &overflow);
    if (overflow || v > (unsigned long)LONG_MAX + (negative ? 1 : 0)) {
        errno = ERANGE;
        return negative ? LONG_MIN : LONG_MAX;
    }
    return (long)(negative ? 0 - v : v);
}

static unsigned long parse_unsigned(const char *s, char **end, int base, int binary) {
    int negative, overflow;
    if (bad_base(base)) return 0;
    unsigned long v = __pw_parse_unsigned(s, end, base, binary, &negative, &overflow);
    if (overflow) {
        errno = ERANGE;
        return ULONG_MAX;
    }
    return negative ? 0 - v : v;
}

/* long, long long and intmax_t are one type here, and so are their unsigned forms. */
#define SIGNED(name, type)                                                       \
    type name(const char *restrict s, char **restrict end, int base) {           \
        return parse_signed(s, end, base, 0);                                    \
    }                                                                            \
    type __isoc23_##name(const char *restrict s, char **restrict end, int base) { \
        return parse_signed(s, end, base, 1);                                    \
    }
#define UNSIGNED(name, type)                                                     \
    type name(const char *restrict s, char **restrict end, int base) {           \
        return parse_unsigned(s, end, base, 0);                                  \
    }                                                                            \
    type __isoc23_##name(const char *restrict s, char **restrict end, int base) { \
        return parse_unsigned(s, end, base, 1);                                  \
    }

SIGNED(strtol, long)
SIGNED(strtoll, long long)
SIGNED(strtoq, long long)
SIGNED(strtoimax, intmax_t)
UNSIGNED(strtoul, unsigned long)
UNSIGNED(strtoull, unsigned long long)
UNSIGNED(strtouq, unsigned long long)
UNSIGNED(strtoumax, uintmax_t)

/* What glibc's inline atoi called in old headers. */
long __strtol_internal(const char *restrict s, char **restrict end, int base, int group) {
    (void)group;
    return strtol(s, end, base);
}

int atoi(const char *s) { return (int)parse_signed(s, NULL, 10, 0); }

long atol(const char *s) { return parse_signed(s, NULL, 10, 0); }

long long atoll(const char *s) { return parse_signed(s, NULL, 10, 0); }
