/* Multibyte conversions in the C locale: one byte is one character, and only ASCII
 * converts, as in glibc. */
#include "pathweave_libc.h"

static const size_t INVALID = (size_t)-1, INCOMPLETE = (size_t)-2;

static size_t reject(void) {
    errno = EILSEQ;
    return INVALID;
}

size_t mbrtowc(wchar_t *restrict out, const char *restrict s, size_t n,
               mbstate_t *restrict state) {
    (void)state;
    if (!s) return 0;
    if (n == 0) return INCOMPLETE;
    unsigned char c = (unsigned char)*s;
    if (c > 127) return reject();
    if (out) *out = c;
    return c != 0;
}

size_t wcrtomb(char *restrict s, wchar_t c, mbstate_t *restrict state) {
    (void)state;
    if (!s) return 1;
    if ((unsigned)c > 127) return reject();
    *s = (char)c;
    return 1;
}

size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state) {
    return mbrtowc(NULL, s, n, state);
}

size_t __mbrlen(const char *restrict s, size_t n, mbstate_t *restrict state) {
    return mbrlen(s, n, state);
}

int mbsinit(const mbstate_t *state) { return !state || state->count == 0; }

int mbtowc(wchar_t *restrict out, const char *restrict s, size_t n) {
    if (!s) return 0;
    size_t r = mbrtowc(out, s, n, NULL);
    return r == INVALID || r == INCOMPLETE ? -1 : (int)r;
}

int mblen(const char *s, size_t n) { return mbtowc(NULL, s, n); }

int wctomb(char *s, wchar_t c) { return s ? (int)wcrtomb(s, c, NULL) : 0; }

size_t mbsrtowcs(wchar_t *restrict out, const char **restrict from, size_t n,
                 mbstate_t *restrict state) {
    (void)state;
    const char *s = *from;
    size_t i = 0;
    for (; !out || i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c > 127) {
            if (out) *from = s + i;
            return reject();
        }
        if (out) out[i] = c;
        if (c == 0) {
            if (out) *from = NULL;
            return i;
        }
    }
    *from = s + i;
    return i;
}

size_t wcsrtombs(char *restrict out, const wchar_t **restrict from, size_t n,
                 mbstate_t *restrict state) {
    (void)state;
    const wchar_t *s = *from;
    size_t i = 0;
    for (; !out || i < n; i++) {
        wchar_t c = s[i];
        if ((unsigned)c > 127) {
            if (out) *from = s + i;
            return reject();
        }
        if (out) out[i] = (char)c;
        if (c == 0) {
            if (out) *from = NULL;
            return i;
        }
    }
    *from = s + i;
    return i;
}

size_t mbstowcs(wchar_t *restrict out, const char *restrict s, size_t n) {
    const char *from = s;
    return mbsrtowcs(out, &from, n, NULL);
}

size_t wcstombs(char *restrict out, const wchar_t *restrict s, size_t n) {
    const wchar_t *from = s;
    return wcsrtombs(out, &from, n, NULL);
}

wint_t btowc(int c) { return c >= 0 && c < 128 ? (wint_t)c : (wint_t)EOF; }

int wctob(wint_t c) { return c < 128 ? (int)c : EOF; }
