/* wctype.h for the C locale: the classes of ASCII, and nothing beyond it. */
#include "pathweave_libc.h"

typedef unsigned long wctype_t;
typedef const int *wctrans_t;

#define CLASS(wide, narrow)                        \
    int narrow(int c);                             \
    int wide(wint_t c) { return c < 128 && narrow((int)c); }

CLASS(iswalnum, isalnum)
CLASS(iswalpha, isalpha)
CLASS(iswblank, isblank)
CLASS(iswcntrl, iscntrl)
CLASS(iswdigit, isdigit)
CLASS(iswgraph, isgraph)
CLASS(iswlower, islower)
CLASS(iswprint, isprint)
CLASS(iswpunct, ispunct)
CLASS(iswspace, isspace)
CLASS(iswupper, isupper)
CLASS(iswxdigit, isxdigit)

wint_t towlower(wint_t c) { return c - 'A' < 26 ? c + 32 : c; }

wint_t towupper(wint_t c) { return c - 'a' < 26 ? c - 32 : c; }

static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                    "lower", "print", "punct", "space", "upper", "xdigit"};

wctype_t wctype(const char *name) {
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(name, names[i]) == 0) return i + 1;
    return 0;
}

int iswctype(wint_t c, wctype_t class) {
    switch (class) {
        case 1: return iswalnum(c);
        case 2: return iswalpha(c);
        case 3: return iswblank(c);
        case 4: return iswcntrl(c);
        case 5: return iswdigit(c);
        case 6: return iswgraph(c);
        case 7: return iswlower(c);
        case 8: return iswprint(c);
        case 9: return iswpunct(c);
        case 10: return iswspace(c);
        case 11: return iswupper(c);
        case 12: return iswxdigit(c);
        default: return 0;
    }
}

static const int to_lower_mark, to_upper_mark;

wctrans_t wctrans(const char *name) {
    if (strcmp(name, "tolower") == 0) return &to_lower_mark;
    return strcmp(name, "toupper") == 0 ? &to_upper_mark : NULL;
}

wint_t towctrans(wint_t c, wctrans_t mapping) {
    if (mapping == &to_lower_mark) return towlower(c);
    return mapping == &to_upper_mark ? towupper(c) : c;
}

int wcscasecmp(const wchar_t *a, const wchar_t *b) {
    for (;; a++, b++) {
        wint_t x = towlower((wint_t)*a), y = towlower((wint_t)*b);
        if (x != y || !x) return x < y ? -1 : x > y;
    }
}

int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        wint_t x = towlower((wint_t)a[i]), y = towlower((wint_t)b[i]);
        if (x != y || !x) return x < y ? -1 : x > y;
    }
    return 0;
}
