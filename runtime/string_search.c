/* string.h: looking for characters, sets and substrings, and cutting tokens. */
#include "pathweave_libc.h"

static char *find_or_end(const char *s, int c) {
    while (*s && *s != (char)c) s++;
    return (char *)s;
}

char *strchrnul(const char *s, int c) { return find_or_end(s, c); }

char *__strchrnul(const char *s, int c) { return find_or_end(s, c); }

char *strchr(const char *s, int c) {
    while (*s != (char)c) {
        if (!*s) return NULL;
        s++;
    }
    return (char *)s;
}

char *index(const char *s, int c) { return strchr(s, c); }

char *strrchr(const char *s, int c) {
    const char *last = NULL;
    for (;; s++) {
        if (*s == (char)c) last = s;
        if (!*s) return (char *)last;
    }
}

char *rindex(const char *s, int c) { return strrchr(s, c); }

static int in_set(char c, const char *set) {
    for (; *set; set++)
        if (*set == c) return 1;
    return 0;
}

size_t strspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && in_set(s[n], set)) n++;
    return n;
}

size_t strcspn(const char *s, const char *set) {
    size_t n = 0;
    while (s[n] && !in_set(s[n], set)) n++;
    return n;
}

char *strpbrk(const char *s, const char *set) {
    s += strcspn(s, set);
    return *s ? (char *)s : NULL;
}

static int starts_with(const char *s, const char *part) {
    for (; *part; s++, part++)
        if (*s != *part) return 0;
    return 1;
}

char *strstr(const char *s, const char *part) {
    for (;; s++) {
        if (starts_with(s, part)) return (char *)s;
        if (!*s) return NULL;
    }
}

static int starts_with_caseless(const char *s, const char *part) {
    for (; *part; s++, part++)
        if (to_lower((unsigned char)*s) != to_lower((unsigned char)*part)) return 0;
    return 1;
}

char *strcasestr(const char *s, const char *part) {
    for (;; s++) {
        if (starts_with_caseless(s, part)) return (char *)s;
        if (!*s) return NULL;
    }
}

static char *next_token(char *s, const char *set, char **rest) {
    if (!s) s = *rest;
    s += strspn(s, set);
    if (!*s) {
        *rest = s;
        return NULL;
    }
    char *end = s + strcspn(s, set);
    if (*end) *end++ = 0;
    *rest = end;
    return s;
}

char *strtok_r(char *restrict s, const char *restrict set, char **restrict rest) {
    return next_token(s, set, rest);
}

char *__strtok_r(char *restrict s, const char *restrict set, char **restrict rest) {
    return next_token(s, set, rest);
}

char *strtok(char *restrict s, const char *restrict set) {
    static char *rest;
    return next_token(s, set, &rest);
}

char *strsep(char **restrict text, const char *restrict set) {
    char *s = *text;
    if (!s) return NULL;
    char *end = s + strcspn(s, set);
    if (*end) {
        *end = 0;
        *text = end + 1;
    } else {
        *text = NULL;
    }
    return s;
}

/* The GNU basename of string.h: never changes its argument. */
char *basename(const char *path) {
    char *slash = strrchr(path, '/');
    return slash ? slash + 1 : (char *)path;
}
