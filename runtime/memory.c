/* string.h's block functions. Copies and fills are done by the memory in one go;
 * searches and comparisons are loops that read no byte beyond the deciding one. */
#include "pathweave_libc.h"

void *memcpy(void *restrict d, const void *restrict s, size_t n) {
    __pathweave_memcpy(d, s, n);
    return d;
}

void *memmove(void *d, const void *s, size_t n) {
    __pathweave_memmove(d, s, n);
    return d;
}

void *memset(void *d, int c, size_t n) {
    __pathweave_memset(d, c, n);
    return d;
}

void *mempcpy(void *restrict d, const void *restrict s, size_t n) {
    __pathweave_memcpy(d, s, n);
    return (char *)d + n;
}

void *__mempcpy(void *restrict d, const void *restrict s, size_t n) {
    __pathweave_memcpy(d, s, n);
    return (char *)d + n;
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (size_t i = 0; i < n; i++)
        if (x[i] != y[i]) return x[i] - y[i];
    return 0;
}

int __memcmpeq(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

int bcmp(const void *a, const void *b, size_t n) { return memcmp(a, b, n); }

void bcopy(const void *s, void *d, size_t n) { __pathweave_memmove(d, s, n); }

void bzero(void *d, size_t n) { __pathweave_memset(d, 0, n); }

void explicit_bzero(void *d, size_t n) { __pathweave_memset(d, 0, n); }

void *memchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c) return (void *)(p + i);
    return NULL;
}

void *memrchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    while (n > 0) {
        n--;
        if (p[n] == (unsigned char)c) return (void *)(p + n);
    }
    return NULL;
}

static void *find(const void *s, int c) {
    const unsigned char *p = s;
    while (*p != (unsigned char)c) p++;
    return (void *)p;
}

void *rawmemchr(const void *s, int c) { return find(s, c); }

void *__rawmemchr(const void *s, int c) { return find(s, c); }

void *memccpy(void *restrict d, const void *restrict s, int c, size_t n) {
    unsigned char *to = d;
    const unsigned char *from = s;
    for (size_t i = 0; i < n; i++) {
        to[i] = from[i];
        if (from[i] == (unsigned char)c) return to + i + 1;
    }
    return NULL;
}

void *memmem(const void *s, size_t n, const void *part, size_t m) {
    const char *p = s;
    if (m > n) return NULL;
    for (size_t i = 0; i <= n - m; i++)
        if (memcmp(p + i, part, m) == 0) return (void *)(p + i);
    return NULL;
}

void swab(const void *restrict s, void *restrict d, ssize_t n) {
    const char *from = s;
    char *to = d;
    for (ssize_t i = 0; i + 1 < n; i += 2) {
        char first = from[i];
        to[i] = from[i + 1];
        to[i + 1] = first;
    }
}
