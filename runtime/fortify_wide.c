/* The wide-character functions under _FORTIFY_SOURCE. Sizes count wide characters. */
#include "pathweave_libc.h"

static void require(size_t n, size_t room) {
    if (n > room) __chk_fail();
}

/* ISO C's functions that these check for. */
wchar_t *wcscpy(wchar_t *restrict d, const wchar_t *restrict s);
wchar_t *wcsncpy(wchar_t *restrict d, const wchar_t *restrict s, size_t n);
wchar_t *wcscat(wchar_t *restrict d, const wchar_t *restrict s);
wchar_t *wcsncat(wchar_t *restrict d, const wchar_t *restrict s, size_t n);
wchar_t *wmemcpy(wchar_t *restrict d, const wchar_t *restrict s, size_t n);
wchar_t *wmemmove(wchar_t *d, const wchar_t *s, size_t n);
wchar_t *wmemset(wchar_t *d, wchar_t c, size_t n);
wchar_t *fgetws(wchar_t *restrict s, int n, FILE *restrict f);
size_t mbstowcs(wchar_t *restrict out, const char *restrict s, size_t n);
size_t wcstombs(char *restrict out, const wchar_t *restrict s, size_t n);
int vfwprintf(FILE *restrict f, const wchar_t *restrict fmt, va_list ap);
int vswprintf(wchar_t *restrict s, size_t n, const wchar_t *restrict fmt, va_list ap);

wchar_t *__wmemcpy_chk(wchar_t *restrict d, const wchar_t *restrict s, size_t n, size_t room) {
    require(n, room);
    return wmemcpy(d, s, n);
}

wchar_t *__wmempcpy_chk(wchar_t *restrict d, const wchar_t *restrict s, size_t n, size_t room) {
    require(n, room);
    return wmemcpy(d, s, n) + n;
}

wchar_t *__wmemmove_chk(wchar_t *d, const wchar_t *s, size_t n, size_t room) {
    require(n, room);
    return wmemmove(d, s, n);
}

wchar_t *__wmemset_chk(wchar_t *d, wchar_t c, size_t n, size_t room) {
    require(n, room);
    return wmemset(d, c, n);
}

wchar_t *__wcscpy_chk(wchar_t *restrict d, const wchar_t *restrict s, size_t room) {
    require(wcslen(s) + 1, room);
    return wcscpy(d, s);
}

wchar_t *__wcsncpy_chk(wchar_t *restrict d, const wchar_t *restrict s, size_t n, size_t room) {
    require(n, room);
    return wcsncpy(d, s, n);
}

wchar_t *__wcscat_chk(wchar_t *restrict d, const wchar_t *restrict s, size_t room) {
    require(wcslen(d) + wcslen(s) + 1, room);
    return wcscat(d, s);
}

wchar_t *__wcsncat_chk(wchar_t *restrict d, const wchar_t *restrict s, size_t n, size_t room) {
    size_t length = 0;
    while (length < n && s[length]) length++;
    require(wcslen(d) + length + 1, room);
    return wcsncat(d, s, n);
}

wchar_t *__fgetws_chk(wchar_t *restrict s, size_t room, int n, FILE *restrict f) {
    if (n > 0) require((size_t)n, room);
    return fgetws(s, n, f);
}

size_t __mbstowcs_chk(wchar_t *restrict out, const char *restrict s, size_t n, size_t room) {
    require(n, room);
    return mbstowcs(out, s, n);
}

size_t __wcstombs_chk(char *restrict out, const wchar_t *restrict s, size_t n, size_t room) {
    require(n, room);
    return wcstombs(out, s, n);
}

int __wctomb_chk(char *s, wchar_t c, size_t room) {
    require(1, room);
    return s ? (int)wcrtomb(s, c, NULL) : 0;
}

size_t __wcrtomb_chk(char *restrict s, wchar_t c, mbstate_t *restrict state, size_t room) {
    require(1, room);
    return wcrtomb(s, c, state);
}

int __vswprintf_chk(wchar_t *restrict s, size_t n, int flag, size_t room,
                    const wchar_t *restrict fmt, va_list ap) {
    (void)flag;
    require(n, room);
    return vswprintf(s, n, fmt, ap);
}

int __swprintf_chk(wchar_t *restrict s, size_t n, int flag, size_t room,
                   const wchar_t *restrict fmt, ...) {
    (void)flag;
    require(n, room);
    va_list ap;
    va_start(ap, fmt);
    int r = vswprintf(s, n, fmt, ap);
    va_end(ap);
    return r;
}

int __vfwprintf_chk(FILE *restrict f, int flag, const wchar_t *restrict fmt, va_list ap) {
    (void)flag;
    return vfwprintf(f, fmt, ap);
}

int __fwprintf_chk(FILE *restrict f, int flag, const wchar_t *restrict fmt, ...) {
    (void)flag;
    va_list ap;
    va_start(ap, fmt);
    int r = vfwprintf(f, fmt, ap);
    va_end(ap);
    return r;
}

int __wprintf_chk(int flag, const wchar_t *restrict fmt, ...) {
    (void)flag;
    va_list ap;
    va_start(ap, fmt);
    int r = vfwprintf(stdout, fmt, ap);
    va_end(ap);
    return r;
}
