/* locale.h: there is one locale, "C", also under the names "" and "POSIX". */
#include "pathweave_libc.h"

struct lconv {
    char *decimal_point, *thousands_sep, *grouping;
    char *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep;
    char *mon_grouping, *positive_sign, *negative_sign;
    char int_frac_digits, frac_digits, p_cs_precedes, p_sep_by_space, n_cs_precedes;
    char n_sep_by_space, p_sign_posn, n_sign_posn, int_p_cs_precedes, int_p_sep_by_space;
    char int_n_cs_precedes, int_n_sep_by_space, int_p_sign_posn, int_n_sign_posn;
};

char *setlocale(int category, const char *name) {
    if (category < 0 || category > 12) {
        errno = EINVAL;
        return NULL;
    }
    if (!name || !*name || strcmp(name, "C") == 0 || strcmp(name, "POSIX") == 0)
        return (char *)"C";
    errno = ENOENT;
    return NULL;
}

struct lconv *localeconv(void) {
    static struct lconv c = {
        ".", "", "", "", "", "", "", "", "", "",
        CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
        CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX, CHAR_MAX,
    };
    return &c;
}

/* langinfo.h, the items that programs ask for; others are empty. */
char *nl_langinfo(int item) {
    enum { CODESET = 14, RADIXCHAR = 0x10000 };
    if (item == CODESET) return (char *)"ANSI_X3.4-1968";
    return (char *)(item == RADIXCHAR ? "." : "");
}
