/* The printf family: each function names a sink for the one engine. */
#include "pathweave_libc.h"

/* Runs call with ap started after last; the function's value is its result. */
#define WITH_ARGUMENTS(last, call) \
    va_list ap;                    \
    va_start(ap, last);            \
    int r = call;                  \
    va_end(ap);                    \
    return r

int vprintf(const char *fmt, va_list ap) { return vfprintf(stdout, fmt, ap); }

int vsprintf(char *s, const char *fmt, va_list ap) { return vsnprintf(s, SIZE_MAX, fmt, ap); }

int printf(const char *fmt, ...) { WITH_ARGUMENTS(fmt, vfprintf(stdout, fmt, ap)); }

int fprintf(FILE *f, const char *fmt, ...) { WITH_ARGUMENTS(fmt, vfprintf(f, fmt, ap)); }

int dprintf(int fd, const char *fmt, ...) { WITH_ARGUMENTS(fmt, vdprintf(fd, fmt, ap)); }

int sprintf(char *s, const char *fmt, ...) { WITH_ARGUMENTS(fmt, vsprintf(s, fmt, ap)); }

int snprintf(char *s, size_t n, const char *fmt, ...) {
    WITH_ARGUMENTS(fmt, vsnprintf(s, n, fmt, ap));
}

int asprintf(char **text, const char *fmt, ...) { WITH_ARGUMENTS(fmt, vasprintf(text, fmt, ap)); }

int __asprintf(char **text, const char *fmt, ...) { WITH_ARGUMENTS(fmt, vasprintf(text, fmt, ap)); }
