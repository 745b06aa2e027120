/* What programs call when they are compiled with _FORTIFY_SOURCE: the plain
 * functions after a check of the destination's size as the compiler knew it. */
#include "pathweave_libc.h"

static void require(size_t n, size_t room) {
    if (n > room) __chk_fail();
}

void *__memcpy_chk(void *restrict d, const void *restrict s, size_t n, size_t room) {
    require(n, room);
    return memcpy(d, s, n);
}

void *__memmove_chk(void *d, const void *s, size_t n, size_t room) {
    require(n, room);
    return memmove(d, s, n);
}

void *__mempcpy_chk(void *restrict d, const void *restrict s, size_t n, size_t room) {
    require(n, room);
    return (char *)memcpy(d, s, n) + n;
}

void *__memset_chk(void *d, int c, size_t n, size_t room) {
    require(n, room);
    return memset(d, c, n);
}

void __explicit_bzero_chk(void *d, size_t n, size_t room) {
    require(n, room);
    memset(d, 0, n);
}

char *__strcpy_chk(char *restrict d, const char *restrict s, size_t room) {
    require(strlen(s) + 1, room);
    return strcpy(d, s);
}

char *__stpcpy_chk(char *restrict d, const char *restrict s, size_t room) {
    require(strlen(s) + 1, room);
    return copy_string(d, s);
}

char *__strncpy_chk(char *restrict d, const char *restrict s, size_t n, size_t room) {
    require(n, room);
    return strncpy(d, s, n);
}

char *__stpncpy_chk(char *restrict d, const char *restrict s, size_t n, size_t room) {
    require(n, room);
    size_t length = length_within(s, n);
    strncpy(d, s, n);
    return d + length;
}

char *__strcat_chk(char *restrict d, const char *restrict s, size_t room) {
    require(strlen(d) + strlen(s) + 1, room);
    return strcat(d, s);
}

char *__strncat_chk(char *restrict d, const char *restrict s, size_t n, size_t room) {
    require(strlen(d) + length_within(s, n) + 1, room);
    return strncat(d, s, n);
}

size_t __strlcpy_chk(char *restrict d, const char *restrict s, size_t n, size_t room) {
    require(n, room);
    return copy_within(d, s, n);
}

size_t __strlcat_chk(char *restrict d, const char *restrict s, size_t n, size_t room) {
    require(n, room);
    size_t used = length_within(d, n);
    return used + copy_within(d + used, s, n - used);
}

char *__fgets_chk(char *s, size_t room, int n, FILE *f) {
    if (n > 0) require((size_t)n, room);
    return fgets(s, n, f);
}

char *__fgets_unlocked_chk(char *s, size_t room, int n, FILE *f) {
    return __fgets_chk(s, room, n, f);
}

size_t __fread_chk(void *p, size_t room, size_t size, size_t n, FILE *f) {
    require(size * n, room);
    return fread(p, size, n, f);
}

size_t __fread_unlocked_chk(void *p, size_t room, size_t size, size_t n, FILE *f) {
    return __fread_chk(p, room, size, n, f);
}

ssize_t __read_chk(int fd, void *buf, size_t n, size_t room) {
    require(n, room);
    return __pw_result(__pathweave_read(fd, buf, n));
}

long __fdelt_chk(long fd) {
    if (fd < 0 || fd >= 1024) __chk_fail();
    return fd / 64;
}

/* FD_SET with a warning instead of an error. */
long __fdelt_warn(long fd) { return __fdelt_chk(fd); }
