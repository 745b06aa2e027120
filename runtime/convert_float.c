/* strtod, strtof, strtold and atof. The text's extent is found here; its value by
 * the host, which rounds correctly. ERANGE follows glibc: overflow, and results
 * below the normal range that are not exact. */
#include <float.h>

#include "pathweave_libc.h"

struct number {
    size_t blank;   /* white space in front */
    size_t length;  /* bytes of the number, 0 for none */
    int finite;     /* neither inf nor nan */
    int hex;
    int nonzero;    /* some digit is not 0 */
};

static size_t match_word(const char *s, const char *word) {
    size_t n = 0;
    while (word[n] && to_lower((unsigned char)s[n]) == word[n]) n++;
    return n;
}

static size_t measure_nan(const char *s) {
    if (s[3] != '(') return 3;
    size_t n = 4;
    while (digit_value((unsigned char)s[n]) < 36 || s[n] == '_') n++;
    return s[n] == ')' ? n + 1 : 3;
}

/* Digits with at most one point; 0 when there is no digit. */
static size_t measure_digits(const char *s, int base, int *nonzero) {
    size_t n = 0;
    int point = 0, any = 0;
    for (;; n++) {
        if (s[n] == '.' && !point) {
            point = 1;
            continue;
        }
        int digit = digit_value((unsigned char)s[n]);
        if (digit >= base) break;
        any = 1;
        *nonzero |= digit != 0;
    }
    return any ? n : 0;
}

static size_t measure_exponent(const char *s, int letter) {
    if (to_lower((unsigned char)s[0]) != letter) return 0;
    size_t n = s[1] == '+' || s[1] == '-' ? 2 : 1;
    if (!is_digit((unsigned char)s[n])) return 0;
    while (is_digit((unsigned char)s[n])) n++;
    return n;
}

static struct number measure(const char *s) {
    struct number r = {0, 0, 1, 0, 0};
    while (is_space((unsigned char)s[r.blank])) r.blank++;
    s += r.blank;
    size_t sign = *s == '-' || *s == '+', n = 0;
    s += sign;
    if (match_word(s, "inf") == 3) {
        r.finite = 0;
        n = match_word(s, "infinity") == 8 ? 8 : 3;
    } else if (match_word(s, "nan") == 3) {
        r.finite = 0;
        n = measure_nan(s);
    } else if (s[0] == '0' && to_lower((unsigned char)s[1]) == 'x') {
        n = measure_digits(s + 2, 16, &r.nonzero);
        if (n > 0) {
            r.hex = 1;
            n += 2;
            n += measure_exponent(s + n, 'p');
        } else {
            n = 1;
        }
    } else {
        n = measure_digits(s, 10, &r.nonzero);
        if (n > 0) n += measure_exponent(s + n, 'e');
    }
    if (n > 0) r.length = sign + n;
    return r;
}

static void finish(const char *s, char **end, struct number r) {
    if (end) *end = (char *)(r.length ? s + r.blank + r.length : s);
}

/* A hexadecimal number below the normal range may be exact; a decimal one never is
 * in practice. The wider type tells. */
static int is_inexact(const char *s, struct number r, long double value) {
    long double wide;
    size_t used;
    if (!r.hex) return 1;
    __pathweave_parse_long_double(s + r.blank, r.length, &used, &wide);
    return wide != value;
}

double strtod(const char *restrict s, char **restrict end) {
    struct number r = measure(s);
    finish(s, end, r);
    if (r.length == 0) return 0;
    size_t used;
    double v = __pathweave_parse_double(s + r.blank, r.length, &used);
    if (r.finite && r.nonzero) {
        if (v > DBL_MAX || v < -DBL_MAX) errno = ERANGE;
        if (v < DBL_MIN && v > -DBL_MIN && is_inexact(s, r, v)) errno = ERANGE;
    }
    return v;
}

float strtof(const char *restrict s, char **restrict end) {
    struct number r = measure(s);
    finish(s, end, r);
    if (r.length == 0) return 0;
    size_t used;
    float v = __pathweave_parse_float(s + r.blank, r.length, &used);
    if (r.finite && r.nonzero) {
        if (v > FLT_MAX || v < -FLT_MAX) errno = ERANGE;
        if (v < FLT_MIN && v > -FLT_MIN && is_inexact(s, r, v)) errno = ERANGE;
    }
    return v;
}

long double strtold(const char *restrict s, char **restrict end) {
    struct number r = measure(s);
    finish(s, end, r);
    if (r.length == 0) return 0;
    size_t used;
    long double v;
    __pathweave_parse_long_double(s + r.blank, r.length, &used, &v);
    if (r.finite && r.nonzero) {
        if (v > LDBL_MAX || v < -LDBL_MAX) errno = ERANGE;
        if (v < LDBL_MIN && v > -LDBL_MIN && !r.hex) errno = ERANGE;
    }
    return v;
}

double atof(const char *s) { return strtod(s, NULL); }
