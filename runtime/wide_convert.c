/* wcstol and its kin: the ASCII text of the number is narrowed, converted by the
 * narrow function, and the end mapped back. */
#include "pathweave_libc.h"

enum { SMALL = 128 };

/* The part of s that can belong to a number: ASCII up to a NUL or a foreign one. */
static char *narrow(const wchar_t *s, char small[SMALL]) {
    size_t n = 0;
    while (s[n] > 0 && s[n] < 128) n++;
    char *text = n < SMALL ? small : malloc(n + 1);
    if (!text) abort();
    for (size_t i = 0; i < n; i++) text[i] = (char)s[i];
    text[n] = 0;
    return text;
}

static void finish(const wchar_t *s, wchar_t **end, char *text, char *small, char *stop) {
    if (end) *end = (wchar_t *)s + (stop - text);
    if (text != small) free(text);
}

#define CONVERSION(name, type, call)                                             \
    type name(const wchar_t *restrict s, wchar_t **restrict end, int base) {     \
        char small[SMALL], *text = narrow(s, small), *stop = text;               \
        type v = (type)call(text, &stop, base);                                  \
        finish(s, end, text, small, stop);                                       \
        return v;                                                                \
    }
#define FLOAT_CONVERSION(name, type, call)                                       \
    type name(const wchar_t *restrict s, wchar_t **restrict end) {               \
        char small[SMALL], *text = narrow(s, small), *stop = text;               \
        type v = call(text, &stop);                                              \
        finish(s, end, text, small, stop);                                       \
        return v;                                                                \
    }

long __isoc23_strtol(const char *restrict s, char **restrict end, int base);
unsigned long __isoc23_strtoul(const char *restrict s, char **restrict end, int base);

CONVERSION(wcstol, long, strtol)
CONVERSION(wcstoll, long long, strtol)
CONVERSION(wcstoimax, intmax_t, strtol)
CONVERSION(wcstoul, unsigned long, strtoul)
CONVERSION(wcstoull, unsigned long long, strtoul)
CONVERSION(wcstoumax, uintmax_t, strtoul)
CONVERSION(__isoc23_wcstol, long, __isoc23_strtol)
CONVERSION(__isoc23_wcstoll, long long, __isoc23_strtol)
CONVERSION(__isoc23_wcstoul, unsigned long, __isoc23_strtoul)
CONVERSION(__isoc23_wcstoull, unsigned long long, __isoc23_strtoul)
FLOAT_CONVERSION(wcstod, double, strtod)
FLOAT_CONVERSION(wcstof, float, strtof)
FLOAT_CONVERSION(wcstold, long double, strtold)
