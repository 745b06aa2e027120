/* wchar.h: wide strings and blocks. */
#include "pathweave_libc.h"

size_t wcslen(const wchar_t *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t wcsnlen(const wchar_t *s, size_t n) {
    size_t i = 0;
    while (i < n && s[i]) i++;
    return i;
}

wchar_t *wcscpy(wchar_t *restrict d, const wchar_t *restrict s) {
    size_t i = 0;
    while ((d[i] = s[i])) i++;
    return d;
}

wchar_t *wcpcpy(wchar_t *restrict d, const wchar_t *restrict s) {
    return wcscpy(d, s) + wcslen(s);
}

wchar_t *wcsncpy(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
    size_t i = 0;
    for (; i < n && s[i]; i++) d[i] = s[i];
    for (; i < n; i++) d[i] = 0;
    return d;
}

wchar_t *wcscat(wchar_t *restrict d, const wchar_t *restrict s) {
    wcscpy(d + wcslen(d), s);
    return d;
}

wchar_t *wcsncat(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
    wchar_t *end = d + wcslen(d);
    for (; n > 0 && *s; n--) *end++ = *s++;
    *end = 0;
    return d;
}

static int order(wchar_t a, wchar_t b) { return a < b ? -1 : a > b; }

int wcscmp(const wchar_t *a, const wchar_t *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return order(*a, *b);
}

int wcsncmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i] || !a[i]) return order(a[i], b[i]);
    return 0;
}

int wcscoll(const wchar_t *a, const wchar_t *b) { return wcscmp(a, b); }

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    while (*s != c) {
        if (!*s) return NULL;
        s++;
    }
    return (wchar_t *)s;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    const wchar_t *last = NULL;
    for (;; s++) {
        if (*s == c) last = s;
        if (!*s) return (wchar_t *)last;
    }
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) {
    size_t n = 0;
    while (s[n] && wcschr(set, s[n])) n++;
    return n;
}

size_t wcscspn(const wchar_t *s, const wchar_t *set) {
    size_t n = 0;
    while (s[n] && !wcschr(set, s[n])) n++;
    return n;
}

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
    s += wcscspn(s, set);
    return *s ? (wchar_t *)s : NULL;
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
    size_t n = wcslen(part);
    for (;; s++) {
        if (wcsncmp(s, part, n) == 0) return (wchar_t *)s;
        if (!*s) return NULL;
    }
}

wchar_t *wcstok(wchar_t *restrict s, const wchar_t *restrict set, wchar_t **restrict rest) {
    if (!s) s = *rest;
    if (!s) return NULL;
    s += wcsspn(s, set);
    if (!*s) {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = s + wcscspn(s, set);
    *rest = *end ? end + 1 : NULL;
    *end = 0;
    return s;
}

wchar_t *wcsdup(const wchar_t *s) {
    size_t n = (wcslen(s) + 1) * sizeof(wchar_t);
    wchar_t *copy = malloc(n);
    if (copy) __pathweave_memcpy(copy, s, n);
    return copy;
}

wchar_t *wmemcpy(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
    __pathweave_memcpy(d, s, n * sizeof(wchar_t));
    return d;
}

wchar_t *wmempcpy(wchar_t *restrict d, const wchar_t *restrict s, size_t n) {
    return wmemcpy(d, s, n) + n;
}

wchar_t *wmemmove(wchar_t *d, const wchar_t *s, size_t n) {
    __pathweave_memmove(d, s, n * sizeof(wchar_t));
    return d;
}

wchar_t *wmemset(wchar_t *d, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++) d[i] = c;
    return d;
}

int wmemcmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return order(a[i], b[i]);
    return 0;
}

wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c) return (wchar_t *)s + i;
    return NULL;
}
