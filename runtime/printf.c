/* The printf family: each function names a sink for the one engine. */
#include "pathweave_libc.h"

/* Runs call with ap started after last; the function's value is its result. */
#define WITH_ARGUMENTS(last, call) \
    va_list ap;                    \
    va_start(ap, last);            \
    int r = call;                  \
    va_end(ap);                    \
    return r

int vfprintf(FILE *f, const char *fmt, va_list ap) { return __pw_print_file(f, fmt, ap); }

int vdprintf(int fd, const char *fmt, va_list ap) { return __pw_print_descriptor(fd, fmt, ap); }

int vasprintf(char **text, const char *fmt, va_list ap) { return __pw_print_heap(text, fmt, ap); }

int vsnprintf(char *s, size_t n, const char *fmt, va_list ap) {
    return __pw_print_string(s, n, fmt, ap);
}

int vprintf(const char *fmt, va_list ap) { return __pw_print_file(stdout, fmt, ap); }

int vsprintf(char *s, const char *fmt, va_list ap) { return __pw_print_string(s, SIZE_MAX, fmt, ap); }

int printf(const char *fmt, ...) { WITH_ARGUMENTS(fmt, __pw_print_file(stdout, fmt, ap)); }

int fprintf(FILE *f, const char *fmt, ...) { WITH_ARGUMENTS(fmt, __pw_print_file(f, fmt, ap)); }

int dprintf(int fd, const char *fmt, ...) { WITH_ARGUMENTS(fmt, __pw_print_descriptor(fd, fmt, ap)); }

int sprintf(char *s, const char *fmt, ...) { WITH_ARGUMENTS(fmt, __pw_print_string(s, SIZE_MAX, fmt, ap)); }

int snprintf(char *s, size_t n, const char *fmt, ...) {
    WITH_ARGUMENTS(fmt, __pw_print_string(s, n, fmt, ap));
}

int asprintf(char **text, const char *fmt, ...) { WITH_ARGUMENTS(fmt, __pw_print_heap(text, fmt, ap)); }

int __asprintf(char **text, const char *fmt, ...) { WITH_ARGUMENTS(fmt, __pw_print_heap(text, fmt, ap)); }
