/* string.h: lengths, copies and concatenations. Each loop stops at the first
 * byte that decides, so that an overrun is reported where it happens. */
#include "pathweave_libc.h"

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t strnlen(const char *s, size_t n) {
    size_t i = 0;
    while (i < n && s[i]) i++;
    return i;
}

char *stpcpy(char *restrict d, const char *restrict s) {
    while ((*d = *s)) {
        d++;
        s++;
    }
    return d;
}

char *__stpcpy(char *restrict d, const char *restrict s) { return stpcpy(d, s); }

char *strcpy(char *restrict d, const char *restrict s) {
    stpcpy(d, s);
    return d;
}

char *stpncpy(char *restrict d, const char *restrict s, size_t n) {
    size_t i = 0;
    while (i < n && s[i]) {
        d[i] = s[i];
        i++;
    }
    if (i < n) __pathweave_memset(d + i, 0, n - i);
    return d + i;
}

char *__stpncpy(char *restrict d, const char *restrict s, size_t n) { return stpncpy(d, s, n); }

char *strncpy(char *restrict d, const char *restrict s, size_t n) {
    stpncpy(d, s, n);
    return d;
}

char *strcat(char *restrict d, const char *restrict s) {
    stpcpy(d + strlen(d), s);
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

size_t strlcpy(char *restrict d, const char *restrict s, size_t n) {
    size_t i = 0;
    for (; i + 1 < n && s[i]; i++) d[i] = s[i];
    if (n > 0) d[i] = 0;
    while (s[i]) i++;
    return i;
}

size_t strlcat(char *restrict d, const char *restrict s, size_t n) {
    size_t used = strnlen(d, n);
    return used + strlcpy(d + used, s, n - used);
}

char *strdup(const char *s) {
    size_t n = strlen(s) + 1;
    char *copy = malloc(n);
    if (copy) __pathweave_memcpy(copy, s, n);
    return copy;
}

char *__strdup(const char *s) { return strdup(s); }

char *strndup(const char *s, size_t n) {
    size_t length = strnlen(s, n);
    char *copy = malloc(length + 1);
    if (!copy) return NULL;
    __pathweave_memcpy(copy, s, length);
    copy[length] = 0;
    return copy;
}

char *__strndup(const char *s, size_t n) { return strndup(s, n); }
