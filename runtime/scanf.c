/* The scanf family under the names that glibc's headers of each age make programs
 * call: plain, __isoc99_ and __isoc23_ (which also read 0b numbers). */
#include "pathweave_libc.h"

#define FAMILY(prefix, dialect)                                                             \
    int prefix##vfscanf(FILE *f, const char *fmt, va_list ap) {                             \
        return __pw_scan_file(f, fmt, ap, dialect);                                         \
    }                                                                                       \
    int prefix##vscanf(const char *fmt, va_list ap) {                                       \
        return __pw_scan_file(stdin, fmt, ap, dialect);                                     \
    }                                                                                       \
    int prefix##vsscanf(const char *s, const char *fmt, va_list ap) {                       \
        return __pw_scan_string(s, fmt, ap, dialect);                                       \
    }                                                                                       \
    int prefix##fscanf(FILE *f, const char *fmt, ...) {                                     \
        va_list ap;                                                                         \
        va_start(ap, fmt);                                                                  \
        int r = __pw_scan_file(f, fmt, ap, dialect);                                        \
        va_end(ap);                                                                         \
        return r;                                                                           \
    }                                                                                       \
    int prefix##scanf(const char *fmt, ...) {                                               \
        va_list ap;                                                                         \
        va_start(ap, fmt);                                                                  \
        int r = __pw_scan_file(stdin, fmt, ap, dialect);                                    \
        va_end(ap);                                                                         \
        return r;                                                                           \
    }                                                                                       \
    int prefix##sscanf(const char *s, const char *fmt, ...) {                               \
        va_list ap;                                                                         \
        va_start(ap, fmt);                                                                  \
        int r = __pw_scan_string(s, fmt, ap, dialect);                                      \
        va_end(ap);                                                                         \
        return r;                                                                           \
    }

FAMILY(, SCAN_C99)
FAMILY(__isoc99_, SCAN_C99)
FAMILY(__isoc23_, SCAN_C23)
