/* string.h and strings.h on random strings over small alphabets. Buffers are exact
 * heap blocks, so that AddressSanitizer sees a byte too many. */
#include "test.h"

#include <libgen.h>
int __xpg_strerror_r(int e, char *buf, size_t n);
#undef basename

RUNTIME(strlen); RUNTIME(strnlen); RUNTIME(strcmp); RUNTIME(strncmp); RUNTIME(strcasecmp);
RUNTIME(strncasecmp); RUNTIME(strchr); RUNTIME(strrchr); RUNTIME(strchrnul); RUNTIME(strspn);
RUNTIME(strcspn); RUNTIME(strpbrk); RUNTIME(strstr); RUNTIME(strcasestr); RUNTIME(memchr);
RUNTIME(memrchr); RUNTIME(rawmemchr); RUNTIME(memcmp); RUNTIME(memmem); RUNTIME(strcpy);
RUNTIME(stpcpy); RUNTIME(strncpy); RUNTIME(stpncpy); RUNTIME(strcat); RUNTIME(strncat);
RUNTIME(strdup); RUNTIME(strndup); RUNTIME(strtok_r); RUNTIME(strtok); RUNTIME(strsep);
RUNTIME(strcoll); RUNTIME(strxfrm); RUNTIME(strverscmp); RUNTIME(memccpy); RUNTIME(memmove);
RUNTIME(mempcpy); RUNTIME(strerror); RUNTIME(strsignal); RUNTIME(strerror_r); RUNTIME(ffs);
RUNTIME(ffsl); RUNTIME(ffsll); RUNTIME(basename); RUNTIME(__xpg_basename); RUNTIME(dirname);
RUNTIME(__xpg_strerror_r); RUNTIME(memset); RUNTIME(bcmp); RUNTIME(free);
size_t pw_strlcpy(char *d, const char *s, size_t n);
size_t pw_strlcat(char *d, const char *s, size_t n);

static long at(const void *p, const void *base) {
    return p ? (const char *)p - (const char *)base : -1;
}

static int sign(int v) { return v < 0 ? -1 : v > 0; }

static char *exact(const char *s) { return strcpy(malloc(strlen(s) + 1), s); }

static void compare(const char *a, const char *b, unsigned n) {
    expect_number("strcmp", sign(strcmp(a, b)), sign(pw_strcmp(a, b)));
    expect_number("strncmp", sign(strncmp(a, b, n)), sign(pw_strncmp(a, b, n)));
    expect_number("strcasecmp", sign(strcasecmp(a, b)), sign(pw_strcasecmp(a, b)));
    expect_number("strncasecmp", sign(strncasecmp(a, b, n)), sign(pw_strncasecmp(a, b, n)));
    expect_number("strcoll", sign(strcmp(a, b)), sign(pw_strcoll(a, b)));
    expect_number("strverscmp", sign(strverscmp(a, b)), sign(pw_strverscmp(a, b)));
    size_t least = strlen(a) < strlen(b) ? strlen(a) : strlen(b);
    expect_number("memcmp", sign(memcmp(a, b, least)), sign(pw_memcmp(a, b, least)));
}

static void search(const char *a, const char *b, unsigned n, int c) {
    expect_number("strlen", (long)strlen(a), (long)pw_strlen(a));
    expect_number("strnlen", (long)strnlen(a, n), (long)pw_strnlen(a, n));
    expect_number("strchr", at(strchr(a, c), a), at(pw_strchr(a, c), a));
    expect_number("strrchr", at(strrchr(a, c), a), at(pw_strrchr(a, c), a));
    expect_number("strchrnul", at(strchrnul(a, c), a), at(pw_strchrnul(a, c), a));
    expect_number("strspn", (long)strspn(a, b), (long)pw_strspn(a, b));
    expect_number("strcspn", (long)strcspn(a, b), (long)pw_strcspn(a, b));
    expect_number("strpbrk", at(strpbrk(a, b), a), at(pw_strpbrk(a, b), a));
    expect_number("strstr", at(strstr(a, b), a), at(pw_strstr(a, b), a));
    expect_number("strcasestr", at(strcasestr(a, b), a), at(pw_strcasestr(a, b), a));
    size_t length = strlen(a);
    expect_number("memchr", at(memchr(a, c, length), a), at(pw_memchr(a, c, length), a));
    expect_number("memrchr", at(memrchr(a, c, length), a), at(pw_memrchr(a, c, length), a));
    expect_number("rawmemchr", at(rawmemchr(a, 0), a), at(pw_rawmemchr(a, 0), a));
    expect_number("memmem", at(memmem(a, length, b, strlen(b)), a),
                  at(pw_memmem(a, length, b, strlen(b)), a));
    expect_number("basename", at(basename(a), a), at(pw_basename(a), a));
}

static void copy(const char *a, const char *b, unsigned n, int c) {
    char want[64], got[64];
    memset(want, '#', sizeof want);
    memset(got, '#', sizeof got);
#define BOTH(name, call_want, call_got)                    \
    expect_number(#name, at(call_want, want), at(call_got, got)); \
    expect_bytes(#name, want, got, sizeof want)
    BOTH(strcpy, strcpy(want, a), pw_strcpy(got, a));
    BOTH(strcat, strcat(want, b), pw_strcat(got, b));
    BOTH(stpcpy, stpcpy(want, b), pw_stpcpy(got, b));
    BOTH(strncpy, strncpy(want, a, n), pw_strncpy(got, a, n));
    want[40] = got[40] = 0;
    BOTH(stpncpy, stpncpy(want, b, n), pw_stpncpy(got, b, n));
    strcpy(want, b);
    strcpy(got, b);
    BOTH(strncat, strncat(want, a, n), pw_strncat(got, a, n));
    BOTH(memccpy, memccpy(want, a, c, strlen(a)), pw_memccpy(got, a, c, strlen(a)));
    BOTH(memmove, memmove(want + 3, want, n), pw_memmove(got + 3, got, n));
    BOTH(memmove, memmove(want, want + 2, n), pw_memmove(got, got + 2, n));
    BOTH(mempcpy, mempcpy(want, b, strlen(b)), pw_mempcpy(got, b, strlen(b)));
    expect_number("strxfrm", (long)strxfrm(want, a, 20), (long)pw_strxfrm(got, a, 20));
    char *one = pw_strdup(a), *two = pw_strndup(a, n), *ref = strndup(a, n);
    expect_text("strdup", a, one);
    expect_text("strndup", ref, two);
    pw_free(one);
    pw_free(two);
    free(ref);
}

/* strlcpy and strlcat are newer than some systems' libc: checked by their definition. */
static void bounded(const char *a, const char *b, unsigned n) {
    char got[64];
    n = n % 40 + 1;
    expect_number("strlcpy", (long)strlen(a), (long)pw_strlcpy(got, a, n));
    char *want = strndup(a, n - 1);
    expect_text("strlcpy", want, got);
    free(want);
    strcpy(got, b);
    size_t used = strnlen(b, n);
    expect_number("strlcat", (long)(used + strlen(a)), (long)pw_strlcat(got, a, n));
    if (used < n) {
        char whole[80];
        snprintf(whole, n, "%s%s", b, a);
        expect_text("strlcat", whole, got);
    }
}

static void tokens(const char *a, const char *set) {
    char *x = exact(a), *y = exact(a), *xr = NULL, *yr = NULL, *p = x, *q = y, *t, *u;
    do {
        t = strtok_r(p, set, &xr);
        u = pw_strtok_r(q, set, &yr);
        expect_text("strtok_r", t, u);
        p = q = NULL;
    } while (t);
    strcpy(x, a);
    strcpy(y, a);
    p = x, q = y;
    do {
        t = strtok(p, set);
        u = pw_strtok(q, set);
        expect_text("strtok", t, u);
        p = q = NULL;
    } while (t);
    strcpy(x, a);
    strcpy(y, a);
    p = x, q = y;
    do {
        t = strsep(&p, set);
        u = pw_strsep(&q, set);
        expect_text("strsep", t, u);
    } while (t);
    free(x);
    free(y);
}

static void paths(const char *a) {
    char *x = exact(a), *y = exact(a);
    expect_text("dirname", dirname(x), pw_dirname(y));
    strcpy(x, a);
    strcpy(y, a);
    expect_text("__xpg_basename", __xpg_basename(x), pw___xpg_basename(y));
    free(x);
    free(y);
}

static void messages(void) {
    char want[64], got[64];
    for (int e = -3; e < 150; e++) {
        expect_text("strerror", strerror(e), pw_strerror(e));
        expect_text("strerror_r", strerror_r(e, want, 64), pw_strerror_r(e, got, 64));
        expect_number("__xpg_strerror_r", __xpg_strerror_r(e, want, 12),
                      pw___xpg_strerror_r(e, got, 12));
        expect_text("__xpg_strerror_r", want, got);
        if (e < 65) expect_text("strsignal", strsignal(e), pw_strsignal(e));
    }
}

void test_string(void) {
    static const char *const alphabets[] = {"ab", "aAbB0", "0123a", "a/", "abc\x80\xff\x01",
                                            "0019.-"};
    for (int i = 0; i < 6000; i++) {
        char a[32], b[32];
        const char *alphabet = alphabets[i % 6];
        draw_string(a, i % 3 ? 8 : 25, alphabet);
        draw_string(b, i % 2 ? 3 : 9, alphabet);
        char *x = exact(a), *y = exact(b);
        unsigned n = below(30);
        int c = alphabet[below((unsigned)strlen(alphabet) + 1)];
        compare(x, y, n);
        search(x, y, n, c);
        copy(x, y, n, c);
        bounded(x, y, n);
        tokens(x, y);
        paths(x);
        long bits = (long)((uint64_t)draw() << below(40)) & (long)draw();
        expect_number("ffs", ffs((int)bits), pw_ffs((int)bits));
        expect_number("ffsl", ffsl(bits), pw_ffsl(bits));
        free(x);
        free(y);
    }
    messages();
}
