/* libgen.h: dirname and the POSIX basename, which cut the path given to them. */
#include "pathweave_libc.h"

static size_t without_trailing_slashes(const char *path, size_t n) {
    while (n > 1 && path[n - 1] == '/') n--;
    return n;
}

char *__xpg_basename(char *path) {
    if (!path || !*path) return (char *)".";
    size_t n = strlen(path), end = without_trailing_slashes(path, n), start = end;
    if (end == 1 && path[0] == '/') return path + n - 1;
    if (end < n) path[end] = 0;
    while (start > 0 && path[start - 1] != '/') start--;
    return path + start;
}

char *dirname(char *path) {
    if (!path || !*path) return (char *)".";
    size_t n = strlen(path);
    /* Exactly two leading slashes mean something of their own, and stay. */
    if (n == 2 && path[0] == '/' && path[1] == '/') return path;
    n = without_trailing_slashes(path, n);
    while (n > 0 && path[n - 1] != '/') n--;
    if (n == 0) return (char *)".";
    size_t end = without_trailing_slashes(path, n);
    if (end == 1 && n == 2 && path[0] == '/') end = 2;
    path[end] = 0;
    return path;
}
