/* Wide-character input and output for ASCII, over the byte streams: a wide format
 * is narrowed and run by the one printf engine. A character beyond ASCII fails with
 * EILSEQ, as it does in glibc's C locale. */
#include "pathweave_libc.h"

static wint_t get(FILE *f) {
    int c = __pw_get(f);
    if (c < 128) return (wint_t)c;
    errno = EILSEQ;
    f->flags |= FILE_ERR;
    return (wint_t)EOF;
}

static wint_t put(wchar_t c, FILE *f) {
    char byte;
    if (wcrtomb(&byte, c, NULL) != 1) {
        f->flags |= FILE_ERR;
        return (wint_t)EOF;
    }
    return __pw_put(f, &byte, 1) == 1 ? (wint_t)c : (wint_t)EOF;
}

wint_t fgetwc(FILE *f) { return get(f); }
wint_t getwc(FILE *f) { return get(f); }
wint_t getwchar(void) { return get(stdin); }
wint_t fputwc(wchar_t c, FILE *f) { return put(c, f); }
wint_t putwc(wchar_t c, FILE *f) { return put(c, f); }
wint_t putwchar(wchar_t c) { return put(c, stdout); }

wint_t ungetwc(wint_t c, FILE *f) {
    return c < 128 && ungetc((int)c, f) != EOF ? c : (wint_t)EOF;
}

int fputws(const wchar_t *restrict s, FILE *restrict f) {
    for (; *s; s++)
        if (put(*s, f) == (wint_t)EOF) return -1;
    return 1;
}

wchar_t *fgetws(wchar_t *restrict s, int n, FILE *restrict f) {
    int i = 0;
    wint_t c = 0;
    if (n <= 0) return NULL;
    while (i < n - 1 && c != '\n') {
        c = get(f);
        if (c == (wint_t)EOF) break;
        s[i++] = (wchar_t)c;
    }
    if (n > 1 && i == 0) return NULL;
    s[i] = 0;
    return s;
}

static char *narrow(const wchar_t *s) {
    size_t n = wcslen(s);
    char *text = malloc(n + 1);
    for (size_t i = 0; text && i <= n; i++) {
        if ((unsigned)s[i] > 127) {
            free(text);
            errno = EILSEQ;
            return NULL;
        }
        text[i] = (char)s[i];
    }
    return text;
}

int vfwprintf(FILE *restrict f, const wchar_t *restrict fmt, va_list ap) {
    char *text = narrow(fmt);
    if (!text) return -1;
    int r = __pw_print_file(f, text, ap);
    free(text);
    return r;
}

int vswprintf(wchar_t *restrict s, size_t n, const wchar_t *restrict fmt, va_list ap) {
    char *text = narrow(fmt), *out = NULL;
    if (!text) return -1;
    int r = __pw_print_heap(&out, text, ap);
    free(text);
    if (r < 0) return -1;
    for (size_t i = 0; i < n && i <= (size_t)r; i++) s[i] = (unsigned char)out[i];
    if (n > 0 && (size_t)r >= n) s[n - 1] = 0;
    free(out);
    return (size_t)r < n ? r : -1;
}

int vwprintf(const wchar_t *restrict fmt, va_list ap) { return vfwprintf(stdout, fmt, ap); }

int fwprintf(FILE *restrict f, const wchar_t *restrict fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int r = vfwprintf(f, fmt, ap);
    va_end(ap);
    return r;
}

int wprintf(const wchar_t *restrict fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int r = vfwprintf(stdout, fmt, ap);
    va_end(ap);
    return r;
}

int swprintf(wchar_t *restrict s, size_t n, const wchar_t *restrict fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int r = vswprintf(s, n, fmt, ap);
    va_end(ap);
    return r;
}
