/* ctype.h: functions and tables, for every character. */
#include "test.h"

#include <ctype.h>

#undef isalnum
#undef isalpha
#undef isblank
#undef iscntrl
#undef isdigit
#undef isgraph
#undef islower
#undef isprint
#undef ispunct
#undef isspace
#undef isupper
#undef isxdigit
#undef tolower
#undef toupper
#undef isascii

#define CLASS(name)   \
    {                 \
        int pw_##name(int); \
        expect_number(#name, name(c), pw_##name(c)); \
    }

RUNTIME(__ctype_b_loc);
RUNTIME(__ctype_tolower_loc);
RUNTIME(__ctype_toupper_loc);

void test_ctype(void) {
    for (int c = -1; c < 256; c++) {
        CLASS(isalnum) CLASS(isalpha) CLASS(isblank) CLASS(iscntrl) CLASS(isdigit)
        CLASS(isgraph) CLASS(islower) CLASS(isprint) CLASS(ispunct) CLASS(isspace)
        CLASS(isupper) CLASS(isxdigit) CLASS(tolower) CLASS(toupper) CLASS(isascii)
    }
    for (int c = -128; c < 256; c++) {
        expect_number("__ctype_b_loc", (*__ctype_b_loc())[c], (*pw___ctype_b_loc())[c]);
        expect_number("__ctype_tolower_loc", (*__ctype_tolower_loc())[c],
                      (*pw___ctype_tolower_loc())[c]);
        expect_number("__ctype_toupper_loc", (*__ctype_toupper_loc())[c],
                      (*pw___ctype_toupper_loc())[c]);
    }
}
