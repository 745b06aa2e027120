/* string.h: lengths, copies and concatenations. Each loop stops at the first
 * byte that decides, so that an overrun is reported where it happens. */
#include "pathweave_libc.h"

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t strnlen(const char *s, size_t n) { return length_within(s, n); }

char *stpcpy(char *restrict d, const char *restrict s) { return copy_string(d, s); }

char *__stpcpy(char *restrict d, const char *restrict s) { return copy_string(d, s); }

char *strcpy(char *restrict d, const char *restrict s) {
    copy_string(d, s);
    return d;
}

static char *copy_padded(char *d, const char *s, size_t n) {
    size_t i = 0;
    while (i < n && s[i]) {
        d[i] = s[i];
        i++;
    }
    if (i < n) __pathweave_memset(d + i, 0, n - i);
    return d + i;
}

char *stpncpy(char *restrict d, const char *restrict s, size_t n) { return copy_padded(d, s, n); }

char *__stpncpy(char *restrict d, const char *restrict s, size_t n) { return copy_padded(d, s, n); }

char *strncpy(char *restrict d, const char *restrict s, size_t n) {
    copy_padded(d, s, n);
    return d;
}

char *strcat(char *restrict d, const char *restrict s) {
    copy_string(d + strlen(d), s);
    return d;
}

char *strncat(char *restrict d, const char *restrict s, size_t n) {
    char *end = d + strlen(d);
    while (n > 0 && *s) {
        *end++ = *s++;
        n--;
    }
    *end = 0;
    return d;
}

size_t strlcpy(char *restrict d, const char *restrict s, size_t n) { return copy_within(d, s, n); }

size_t strlcat(char *restrict d, const char *restrict s, size_t n) {
    size_t used = length_within(d, n);
    return used + copy_within(d + used, s, n - used);
}

static char *duplicate(const char *s, size_t length) {
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    __pathweave_memcpy(copy, s, length);
    copy[length] = 0;
    return copy;
}

char *strdup(const char *s) { return duplicate(s, strlen(s)); }

char *__strdup(const char *s) { return duplicate(s, strlen(s)); }

char *strndup(const char *s, size_t n) { return duplicate(s, length_within(s, n)); }

char *__strndup(const char *s, size_t n) { return duplicate(s, length_within(s, n)); }
