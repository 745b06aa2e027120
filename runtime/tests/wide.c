/* wchar.h, wctype.h and the multibyte functions in the C locale. */
#include "test.h"

#include <wchar.h>
#include <wctype.h>

RUNTIME(wcslen); RUNTIME(wcscpy); RUNTIME(wcscmp); RUNTIME(wcsncmp); RUNTIME(wcscat);
RUNTIME(wcschr); RUNTIME(wcsrchr); RUNTIME(wcsstr); RUNTIME(wcsspn); RUNTIME(wcscspn);
RUNTIME(wmemset); RUNTIME(wmemcmp); RUNTIME(wcstok); RUNTIME(wcstol); RUNTIME(wcstod);
RUNTIME(mbtowc); RUNTIME(wctomb); RUNTIME(mblen); RUNTIME(mbstowcs); RUNTIME(wcstombs);
RUNTIME(btowc); RUNTIME(wctob); RUNTIME(towupper); RUNTIME(towlower); RUNTIME(iswctype);
RUNTIME(wctype); RUNTIME(swprintf); RUNTIME(wcsncpy); RUNTIME(mbrtowc);

static void widen(wchar_t *to, const char *s) {
    do *to++ = (unsigned char)*s;
    while (*s++);
}

static void strings(void) {
    for (int i = 0; i < 2000; i++) {
        char s[32], t[32];
        wchar_t a[64], b[64], want[64], got[64];
        draw_string(s, 12, "ab1 ");
        draw_string(t, i % 2 ? 2 : 12, "ab1 ");
        widen(a, s);
        widen(b, t);
        expect_number("wcslen", (long)wcslen(a), (long)pw_wcslen(a));
        expect_number("wcscmp", wcscmp(a, b), pw_wcscmp(a, b));
        expect_number("wcsncmp", wcsncmp(a, b, 3), pw_wcsncmp(a, b, 3));
        expect_number("wcschr", (long)wcschr(a, b[0]), (long)pw_wcschr(a, b[0]));
        expect_number("wcsrchr", (long)wcsrchr(a, b[0]), (long)pw_wcsrchr(a, b[0]));
        expect_number("wcsstr", (long)wcsstr(a, b), (long)pw_wcsstr(a, b));
        expect_number("wcsspn", (long)wcsspn(a, b), (long)pw_wcsspn(a, b));
        expect_number("wcscspn", (long)wcscspn(a, b), (long)pw_wcscspn(a, b));
        wmemset(want, 'x', 64);
        pw_wmemset(got, 'x', 64);
        wcscat(wcscpy(want, a), b);
        pw_wcscat(pw_wcscpy(got, a), b);
        expect_number("wcscat", 0, wmemcmp(want, got, 64));
        wcsncpy(want, b, 9);
        pw_wcsncpy(got, b, 9);
        expect_number("wcsncpy", 0, pw_wmemcmp(want, got, 64));
        wchar_t *end1, *end2;
        expect_number("wcstol", wcstol(a, &end1, 0), pw_wcstol(a, &end2, 0));
        expect_number("wcstol", (long)end1, (long)end2);
        expect_number("wcstod", (long)wcstod(a, &end1), (long)pw_wcstod(a, &end2));
        expect_number("wcstod", (long)end1, (long)end2);
    }
}

static void characters(void) {
    static const char *const classes[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                          "lower", "print", "punct", "space", "upper", "xdigit"};
    for (int c = -1; c < 300; c++) {
        wint_t w = (wint_t)c;
        expect_number("towupper", towupper(w), pw_towupper(w));
        expect_number("towlower", towlower(w), pw_towlower(w));
        expect_number("wctob", wctob(w), pw_wctob(w));
        if (c < 256) expect_number("btowc", (int)btowc(c), (int)pw_btowc(c));
        for (int k = 0; k < 12; k++)
            expect_number(classes[k], iswctype(w, wctype(classes[k])) != 0,
                          pw_iswctype(w, pw_wctype(classes[k])) != 0);
        char byte = (char)c, want[16] = "", got[16] = "";
        wchar_t x = 0, y = 0;
        expect_number("mbtowc", mbtowc(&x, &byte, 1), pw_mbtowc(&y, &byte, 1));
        expect_number("mbtowc", x, y);
        expect_number("mblen", mblen(&byte, 1), pw_mblen(&byte, 1));
        expect_number("wctomb", wctomb(want, c), pw_wctomb(got, c));
        expect_bytes("wctomb", want, got, 16);
    }
    wchar_t a[20], b[20];
    expect_number("mbstowcs", (long)mbstowcs(a, "hello", 20), (long)pw_mbstowcs(b, "hello", 20));
    expect_number("mbstowcs", 0, wcscmp(a, b));
    char want[20], got[20];
    expect_number("wcstombs", (long)wcstombs(want, L"hello", 3), (long)pw_wcstombs(got, L"hello", 3));
    expect_bytes("wcstombs", want, got, 3);
    int n = swprintf(a, 20, L"%d %s %ls", 5, "x", L"y");
    expect_number("swprintf", n, pw_swprintf(b, 20, L"%d %s %ls", 5, "x", L"y"));
    expect_number("swprintf", 0, wcscmp(a, b));
}

void test_wide(void) {
    strings();
    characters();
}
