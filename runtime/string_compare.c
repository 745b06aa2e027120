/* string.h and strings.h: comparisons. Results are differences of the first bytes
 * that differ, as glibc's are, since programs print them. */
#include "pathweave_libc.h"

int strcmp(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return (unsigned char)*a - (unsigned char)*b;
}

int strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return (unsigned char)a[i] - (unsigned char)b[i];
        if (!a[i]) return 0;
    }
    return 0;
}

static int compare_caseless(const char *a, const char *b) {
    for (;; a++, b++) {
        int x = to_lower((unsigned char)*a), y = to_lower((unsigned char)*b);
        if (x != y || !x) return x - y;
    }
}

int strcasecmp(const char *a, const char *b) { return compare_caseless(a, b); }

int __strcasecmp(const char *a, const char *b) { return compare_caseless(a, b); }

int strncasecmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        int x = to_lower((unsigned char)a[i]), y = to_lower((unsigned char)b[i]);
        if (x != y || !x) return x - y;
    }
    return 0;
}

int strcoll(const char *a, const char *b) { return strcmp(a, b); }

size_t strxfrm(char *restrict d, const char *restrict s, size_t n) { return copy_within(d, s, n); }

static int starts_with_zero_run(const char *s, const char *digits) {
    while (s > digits && is_digit((unsigned char)s[-1])) s--;
    return *s == '0';
}

static size_t digit_run(const char *s) {
    size_t n = 0;
    while (is_digit((unsigned char)s[n])) n++;
    return n;
}

/* Version order: a run of digits is a number, or a fraction when it starts with 0. */
int strverscmp(const char *a, const char *b) {
    size_t i = 0;
    while (a[i] && a[i] == b[i]) i++;
    int difference = (unsigned char)a[i] - (unsigned char)b[i];
    if (difference == 0) return 0;
    int in_number = i > 0 && is_digit((unsigned char)a[i - 1]);
    int a_digit = is_digit((unsigned char)a[i]), b_digit = is_digit((unsigned char)b[i]);
    if (in_number && starts_with_zero_run(a + i, a)) {
        /* Inside a fraction: while only zeros were seen, more zeros come first. */
        size_t start = i;
        while (start > 0 && is_digit((unsigned char)a[start - 1])) start--;
        int only_zeros = 1;
        for (size_t k = start; k < i; k++) only_zeros &= a[k] == '0';
        if (only_zeros && a_digit != b_digit) return b_digit - a_digit;
        return difference;
    }
    if (!in_number && (a[i] == '0' || b[i] == '0') && a_digit && b_digit) return difference;
    if (!in_number && !(a_digit && b_digit)) return difference;
    size_t x = digit_run(a + i), y = digit_run(b + i);
    if (x != y) return x < y ? -1 : 1;
    return difference;
}
