/* ctype.h's functions, by comparison. They return the bits that glibc's return.
 * The macros of glibc's header use the tables of ctype_tables.c instead. */
#include "pathweave_libc.h"

static inline int within(int c, int low, int high) {
    return (unsigned)c - (unsigned)low <= (unsigned)high - (unsigned)low;
}

static inline int upper(int c) { return within(c, 'A', 'Z'); }
static inline int alpha(int c) { return within(c | 32, 'a', 'z'); }
static inline int alnum(int c) { return alpha(c) || is_digit(c); }

int isupper(int c) { return upper(c) ? 0x100 : 0; }
int islower(int c) { return within(c, 'a', 'z') ? 0x200 : 0; }
int isalpha(int c) { return alpha(c) ? 0x400 : 0; }
int isdigit(int c) { return is_digit(c) ? 0x800 : 0; }
int isxdigit(int c) { return is_digit(c) || within(c | 32, 'a', 'f') ? 0x1000 : 0; }
int isspace(int c) { return is_space(c) ? 0x2000 : 0; }
int isprint(int c) { return within(c, ' ', '~') ? 0x4000 : 0; }
int isgraph(int c) { return within(c, '!', '~') ? 0x8000 : 0; }
int isblank(int c) { return c == ' ' || c == '\t' ? 1 : 0; }
int iscntrl(int c) { return within(c, 0, 31) || c == 127 ? 2 : 0; }
int ispunct(int c) { return within(c, '!', '~') && !alnum(c) ? 4 : 0; }
int isalnum(int c) { return alnum(c) ? 8 : 0; }
int isascii(int c) { return within(c, 0, 127); }
int toascii(int c) { return c & 127; }
int tolower(int c) { return upper(c) ? c + 32 : c; }
int toupper(int c) { return within(c, 'a', 'z') ? c - 32 : c; }
int _tolower(int c) { return tolower(c); }
int _toupper(int c) { return toupper(c); }
