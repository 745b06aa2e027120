/* The printf family: every combination of flag, width, precision and length on edge
 * values, and the sinks. */
#include "test.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <unistd.h>
#include <wchar.h>

RUNTIME(snprintf); RUNTIME(vsnprintf); RUNTIME(sprintf); RUNTIME(printf); RUNTIME(asprintf);
RUNTIME(dprintf); RUNTIME(puts); RUNTIME(free); RUNTIME(perror); RUNTIME(putchar);

enum { ROOM = 400 };

/* One case through both; format may take any arguments. */
#define SAME(format, ...)                                                            \
    do {                                                                             \
        char want[ROOM], got[ROOM];                                                  \
        memset(want, '#', ROOM);                                                     \
        memset(got, '#', ROOM);                                                      \
        int n = snprintf(want, ROOM, format, __VA_ARGS__);                           \
        int m = pw_snprintf(got, ROOM, format, __VA_ARGS__);                         \
        cases++;                                                                     \
        if (n != m || (n >= 0 && strcmp(want, got) != 0))                            \
            fail("printf \"%s\" (%s): glibc gives %d \"%s\", the runtime %d \"%s\"", format, \
                 #__VA_ARGS__, n, n < 0 ? "" : show(want, strlen(want)), m,          \
                 m < 0 ? "" : show(got, strlen(got)));                               \
    } while (0)

static const char *const widths[] = {"", "1", "5", "12"};
static const char *const precisions[] = {"", ".", ".0", ".1", ".5", ".12"};

static void spec(char *to, int flags, int width, int precision, const char *length, char c) {
    sprintf(to, "%%%s%s%s%s%s%s%s%s%c", flags & 1 ? "-" : "", flags & 2 ? "+" : "",
            flags & 4 ? " " : "", flags & 8 ? "#" : "", flags & 16 ? "0" : "", widths[width],
            precisions[precision], length, c);
}

#define FOR_SPECS                                              \
    for (int flags = 0; flags < 32; flags++)                   \
        for (int width = 0; width < 4; width++)                \
            for (int precision = 0; precision < 6; precision++)

static void integers(void) {
    static const char *const lengths[] = {"", "hh", "h", "l", "ll", "j", "z", "t"};
    static const long values[] = {0, 1, -1, 7, 42, 255, 256, -32768, 65535, INT_MAX, INT_MIN,
                                  LONG_MAX, LONG_MIN, 123456789012345};
    char f[32];
    FOR_SPECS for (const char *c = "diuoxX"; *c; c++) {
        spec(f, flags, width, precision, lengths[draw() % 8], *c);
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) SAME(f, values[v]);
    }
    for (int l = 0; l < 8; l++)
        for (const char *c = "diuoxX"; *c; c++)
            for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
                spec(f, 0, 0, 0, lengths[l], *c);
                SAME(f, values[v]);
            }
#if __GLIBC_PREREQ(2, 35)
    FOR_SPECS {
        spec(f, flags, width, precision, "l", 'b');
        SAME(f, 0l);
        SAME(f, 0xa5l);
    }
#endif
}

static void floats(void) {
    static const double values[] = {0, -0.0, 1, -1, 0.5, 0.1, 1.5, 2.5, 9.995, 99999.5, 123456789,
                                    1e-5, 1e100, DBL_MAX, DBL_MIN, 5e-324, INFINITY, -INFINITY, NAN};
    char f[32], g[32];
    FOR_SPECS for (const char *c = "fFeEgGaA"; *c; c++) {
        spec(f, flags, width, precision, "", *c);
        spec(g, flags, width, precision, "L", *c);
        size_t v = draw() % (sizeof values / sizeof *values);
        SAME(f, values[v]);
        SAME(g, (long double)values[v] / 3);
    }
    for (const char *c = "fFeEgGaA"; *c; c++)
        for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
            spec(f, 0, 0, 0, "", *c);
            SAME(f, values[v]);
            SAME("%.*f|%*g", (int)v, values[v], 20, values[v]);
        }
    SAME("%.200f", 1e-200);
    SAME("%f", 1e300);
}

static void texts(void) {
    static const wchar_t wide[] = L"wide text", foreign[] = {0x263a, 0};
    static const char *const values[] = {"", "a", "hello", "a longer text than most"};
    char f[32];
    FOR_SPECS {
        if (flags & ~17) continue;
        for (size_t v = 0; v < 4; v++) {
            spec(f, flags, width, precision, "", 's');
            SAME(f, values[v]);
        }
        SAME(f, (char *)NULL);
        spec(f, flags, width, precision, "", 'c');
        SAME(f, 'x');
        SAME(f, 0);
        SAME(f, 200);
        spec(f, flags, width, precision, "l", 's');
        SAME(f, wide);
        SAME(f, (wchar_t *)NULL);
        spec(f, flags, width, precision, "l", 'c');
        SAME(f, L'y');
    }
    FOR_SPECS {
        spec(f, flags, width, precision, "", 'p');
        SAME(f, (void *)0);
        SAME(f, (void *)0x1234abcd);
    }
    SAME("%ls", foreign);
    SAME("%lc", (wint_t)0x263a);
    SAME("%S%C", wide, L'z');
    char unterminated[3] = {'a', 'b', 'c'};
    SAME("%.3s", unterminated);
}

static void special(void) {
    SAME("%%|%5%|%-5%|%d", 1);
    SAME("%*d|%-*d|%*d", 5, 1, 5, 2, -5, 3);
    SAME("%.*d|%.*s|%.*d", 3, 1, 2, "abc", -1, 7);
    SAME("%2$s %1$d %2$s", 5, "x");
    SAME("%2$*1$d|%3$.*1$f", 7, 42, 2.5);
    SAME("%1$d %1$d %3$c %2$ld", 1, 2l, 'c');
    SAME("%3$Lf %1$hhd %2$g", 300, 1.5, 2.5L);
    SAME("%'d %Id", 1234567, 8);
    SAME("%zd %zu %jd %td", (size_t)-1, (size_t)-1, (intmax_t)-5, (ptrdiff_t)-6);
    SAME("%Lf %Lg", 1.0L / 3, 1e4000L);
    SAME("%", 0);
    SAME("abc%", 0);
    SAME("%y", 1);
    SAME("%5.3y|%d", 1);
    SAME("%.99999999999d", 1);
    SAME("%99999999999d", 1);
    SAME("%qd", 5l);
    SAME("%lld%s", 5ll, "");
    for (int e = 0; e < 140; e++) {
        char want[64], got[64];
        errno = pw_errno = e;
        snprintf(want, 64, "%m|%30m");
        pw_snprintf(got, 64, "%m|%30m");
        expect_text("printf %m", want, got);
    }
    int n[2];
    short h[2];
    long l[2];
    signed char c[2];
    char want[64], got[64];
    snprintf(want, 8, "abc%n%5d%hn%s%ln%hhn", &n[0], 1, &h[0], "long text", &l[0], &c[0]);
    pw_snprintf(got, 8, "abc%n%5d%hn%s%ln%hhn", &n[1], 1, &h[1], "long text", &l[1], &c[1]);
    expect_text("printf %n", want, got);
    expect_number("%n", n[0], n[1]);
    expect_number("%hn", h[0], h[1]);
    expect_number("%ln", l[0], l[1]);
    expect_number("%hhn", c[0], c[1]);
}

static void truncation(void) {
    for (size_t size = 0; size < 20; size++) {
        char *want = malloc(size + 1), *got = malloc(size ? size : 1);
        int n = snprintf(want, size, "%5d|%s|%-4x|%.3f", 42, "text", 255, 1.5);
        int m = pw_snprintf(got, size, "%5d|%s|%-4x|%.3f", 42, "text", 255, 1.5);
        expect_number("truncated", n, m);
        if (size > 0) expect_text("truncated", want, got);
        free(want);
        free(got);
    }
}

static void sinks(void) {
    char *text, big[3000];
    memset(big, 'b', sizeof big - 1);
    big[sizeof big - 1] = 0;
    expect_number("asprintf", 2 + 2999, pw_asprintf(&text, "%d:%s", 7, big));
    expect_number("asprintf", '7', text[0]);
    expect_text("asprintf", big, text + 2);
    pw_free(text);
    host_output_length[1] = host_output_length[2] = 0;
    expect_number("printf", 5, pw_printf("%d-%s\n", 12, "x"));
    pw_puts("line");
    pw_putchar('!');
    expect_number("printf", 2999, pw_printf("%s", big));
    expect_bytes("stdout", "12-x\nline\n!bbb", host_output[1], 14);
    expect_number("stdout", 5 + 5 + 1 + 2999, (long)host_output_length[1]);
    pw_errno = ENOENT;
    pw_perror("file");
    expect_bytes("perror", "file: No such file or directory\n", host_output[2], 32);
    expect_number("perror", 32, (long)host_output_length[2]);
    int ends[2];
    char buf[16];
    if (pipe(ends) != 0) fail("no pipe");
    expect_number("dprintf", 4, pw_dprintf(ends[1], "%04x", 0xbeef));
    expect_number("dprintf", 4, read(ends[0], buf, sizeof buf));
    expect_bytes("dprintf", "beef", buf, 4);
    close(ends[0]);
    close(ends[1]);
}

void test_printf(void) {
    integers();
    floats();
    texts();
    special();
    truncation();
    sinks();
}
