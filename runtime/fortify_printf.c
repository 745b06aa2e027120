/* The printf family under _FORTIFY_SOURCE. The flag asks glibc to distrust %n in
 * writable formats; that is not checked here. */
#include "pathweave_libc.h"

#define WITH_ARGUMENTS(call) \
    (void)flag;              \
    va_list ap;              \
    va_start(ap, fmt);       \
    int r = call;            \
    va_end(ap);              \
    return r

int __vfprintf_chk(FILE *f, int flag, const char *fmt, va_list ap) {
    (void)flag;
    return __pw_print_file(f, fmt, ap);
}

int __vprintf_chk(int flag, const char *fmt, va_list ap) {
    (void)flag;
    return __pw_print_file(stdout, fmt, ap);
}

int __vdprintf_chk(int fd, int flag, const char *fmt, va_list ap) {
    (void)flag;
    return __pw_print_descriptor(fd, fmt, ap);
}

int __vasprintf_chk(char **text, int flag, const char *fmt, va_list ap) {
    (void)flag;
    return __pw_print_heap(text, fmt, ap);
}

int __vsnprintf_chk(char *s, size_t n, int flag, size_t room, const char *fmt, va_list ap) {
    (void)flag;
    if (n > room) __chk_fail();
    return __pw_print_string(s, n, fmt, ap);
}

int __vsprintf_chk(char *s, int flag, size_t room, const char *fmt, va_list ap) {
    (void)flag;
    if (room == 0) __chk_fail();
    int r = __pw_print_string(s, room, fmt, ap);
    if (r >= 0 && (size_t)r >= room) __chk_fail();
    return r;
}

int __printf_chk(int flag, const char *fmt, ...) { WITH_ARGUMENTS(__pw_print_file(stdout, fmt, ap)); }

int __fprintf_chk(FILE *f, int flag, const char *fmt, ...) {
    WITH_ARGUMENTS(__pw_print_file(f, fmt, ap));
}

int __dprintf_chk(int fd, int flag, const char *fmt, ...) { WITH_ARGUMENTS(__pw_print_descriptor(fd, fmt, ap)); }

int __asprintf_chk(char **text, int flag, const char *fmt, ...) {
    WITH_ARGUMENTS(__pw_print_heap(text, fmt, ap));
}

int __snprintf_chk(char *s, size_t n, int flag, size_t room, const char *fmt, ...) {
    WITH_ARGUMENTS(__vsnprintf_chk(s, n, flag, room, fmt, ap));
}

int __sprintf_chk(char *s, int flag, size_t room, const char *fmt, ...) {
    WITH_ARGUMENTS(__vsprintf_chk(s, flag, room, fmt, ap));
}
