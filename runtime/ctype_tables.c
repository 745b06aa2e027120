/* The tables behind the macros of glibc's ctype.h, for the C locale: 384 entries,
 * indexed from -128 so that EOF and negative chars are in range. They are computed
 * by the preprocessor; nothing runs at start-up. */
#include "pathweave_libc.h"

#define UPPER(c) ((c) >= 'A' && (c) <= 'Z')
#define LOWER(c) ((c) >= 'a' && (c) <= 'z')
#define DIGIT(c) ((c) >= '0' && (c) <= '9')
#define ALNUM(c) (UPPER(c) || LOWER(c) || DIGIT(c))
#define HEX(c) (DIGIT(c) || ((c) >= 'A' && (c) <= 'F') || ((c) >= 'a' && (c) <= 'f'))
#define SPACE(c) ((c) == ' ' || ((c) >= '\t' && (c) <= '\r'))
#define PRINT(c) ((c) >= ' ' && (c) <= '~')
#define GRAPH(c) ((c) > ' ' && (c) <= '~')
#define BLANK(c) ((c) == ' ' || (c) == '\t')
#define CONTROL(c) (((c) >= 0 && (c) < ' ') || (c) == 127)
#define PUNCT(c) (GRAPH(c) && !ALNUM(c))

#define CLASSES(c)                                                                            \
    (UPPER(c) ? 0x100 : 0) | (LOWER(c) ? 0x200 : 0) | (UPPER(c) || LOWER(c) ? 0x400 : 0) |    \
        (DIGIT(c) ? 0x800 : 0) | (HEX(c) ? 0x1000 : 0) | (SPACE(c) ? 0x2000 : 0) |            \
        (PRINT(c) ? 0x4000 : 0) | (GRAPH(c) ? 0x8000 : 0) | (BLANK(c) ? 1 : 0) |              \
        (CONTROL(c) ? 2 : 0) | (PUNCT(c) ? 4 : 0) | (ALNUM(c) ? 8 : 0)

/* Negative entries other than EOF repeat those of the same byte as unsigned char. */
#define SAME(c) ((c) < -1 ? (c) + 256 : (c))
#define TO_LOWER(c) (UPPER(c) ? (c) + 32 : SAME(c))
#define TO_UPPER(c) (LOWER(c) ? (c)-32 : SAME(c))

#define FOUR(m, c) m(c), m((c) + 1), m((c) + 2), m((c) + 3)
#define SIXTEEN(m, c) FOUR(m, c), FOUR(m, (c) + 4), FOUR(m, (c) + 8), FOUR(m, (c) + 12)
#define SIXTY_FOUR(m, c) \
    SIXTEEN(m, c), SIXTEEN(m, (c) + 16), SIXTEEN(m, (c) + 32), SIXTEEN(m, (c) + 48)
#define ALL(m)                                                                        \
    SIXTY_FOUR(m, -128), SIXTY_FOUR(m, -64), SIXTY_FOUR(m, 0), SIXTY_FOUR(m, 64),     \
        SIXTY_FOUR(m, 128), SIXTY_FOUR(m, 192)

static const unsigned short classes[384] = {ALL(CLASSES)};
static const int lower[384] = {ALL(TO_LOWER)};
static const int upper[384] = {ALL(TO_UPPER)};

static const unsigned short *classes_base = classes + 128;
static const int *lower_base = lower + 128;
static const int *upper_base = upper + 128;

const unsigned short **__ctype_b_loc(void) { return &classes_base; }

const int **__ctype_tolower_loc(void) { return &lower_base; }

const int **__ctype_toupper_loc(void) { return &upper_base; }

size_t __ctype_get_mb_cur_max(void) { return 1; }
