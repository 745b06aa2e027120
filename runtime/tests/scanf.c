/* The scanf family on strings and streams: result, values and the place reached. */
#include "test.h"

#include <wchar.h>

int pw___isoc99_sscanf(const char *s, const char *fmt, ...);
int pw___isoc23_sscanf(const char *s, const char *fmt, ...);
int pw___isoc99_scanf(const char *fmt, ...);
RUNTIME(free);

enum { SLOT = 64, SLOTS = 5 };

/* Five slots of memory as arguments: whatever is stored must be equal. */
static void same(const char *input, const char *format) {
    static unsigned char want[SLOTS * SLOT], got[SLOTS * SLOT];
    memset(want, 0x5a, sizeof want);
    memset(got, 0x5a, sizeof got);
    int n = sscanf(input, format, want, want + SLOT, want + 2 * SLOT, want + 3 * SLOT,
                   want + 4 * SLOT);
    int m = pw___isoc99_sscanf(input, format, got, got + SLOT, got + 2 * SLOT, got + 3 * SLOT,
                               got + 4 * SLOT);
    cases++;
    if (n != m) fail("scanf \"%s\" of \"%s\": glibc gives %d, the runtime %d", format,
                     show(input, strlen(input)), n, m);
    for (int i = 0; i < SLOTS; i++)
        if (memcmp(want + i * SLOT, got + i * SLOT, SLOT) != 0)
            fail("scanf \"%s\" of \"%s\", argument %d: glibc stores %s, the runtime %s", format,
                 show(input, strlen(input)), i + 1, show(want + i * SLOT, 20),
                 show(got + i * SLOT, 20));
}

static const char *const formats[] = {
    "%d%n", "%i%n", "%u%n", "%o%n", "%x%n", "%X%n", "%hhd%n", "%hd%n", "%ld%n", "%lld%n", "%jd%n",
    "%zu%n", "%td%n", "%p%n", "%3d%d%n", "%2i%n%i%n", "%1x%x%n", "%*d%d%n", "%d %d%n", "%d,%d%n",
    "%f%n", "%lf%n", "%g%n", "%e%n", "%a%n", "%3f%f%n", "%4lf%n%lf%n", "%*f%n%f", "%s%n", "%5s%n",
    "%1s%s%n", "%*s%s%n", "%c%n", "%3c%n", "%*c%c%n", " %c%n", "%[a-z]%n", "%[^a-z]%n", "%[]x]%n",
    "%[^]x]%n", "%5[0-9x]%n", "%*[0-9]%[a-f]%n", "%[a-]%n", "%[-a]%n", "%[+--]%n", "a%n", "%%%n",
    " a b%n", "%d%%%d%n", "%2$d%1$d", "%d%s%n", "%d%c%f%n", "x%dy%n", "%ls%n", "%lc%n", "%l[a-z]%n",
    "%hn%d", "%d%ln", "", " ", "%", "%y", "%10d%n", "%2s%2s%2s%n", "%Lf%n",
};

static const char *const inputs[] = {
    "", " ", "0", "-0", "42", "  42 43", "+7", "-", "+", "0x", "0x1f", "0X1G", "0xg", "08", "077",
    "99999999999", "9223372036854775808", "-9223372036854775809", "18446744073709551616", "1,2",
    "12%34", "1.5", "1.", ".5", ".", "1e", "1e5", "1e+", "1e-x", "1e5e5", "inf", "infinity", "infinix",
    "in", "nan", "nan(1)", "na", "-inf", "0x1.8p1", "0x.p", "0x1p", "1.2.3", "abc", "abc def", "]x]",
    "a", "ab", "%", " a b", "(nil)", "(nix", "x5y", "x5z", "a-b", "+,-.", "\t\n 9", "--5", "1 2 3 4 5",
    "123456", "1e400", "1e-400", "z", "\xff\x80",
};

static void table(void) {
    for (size_t f = 0; f < sizeof formats / sizeof *formats; f++)
        for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++) {
            /* Only ASCII can become wide, and how much is stored before that shows is open. */
            if (strstr(formats[f], "%l") && inputs[i][0] == '\xff') continue;
            same(inputs[i], formats[f]);
        }
}

static void random_inputs(void) {
    for (int i = 0; i < 40000; i++) {
        char input[24];
        draw_string(input, 12, i % 2 ? "0123456789 -+.ex" : "0x1f.p-infaty,% a");
        same(input, formats[below(sizeof formats / sizeof *formats)]);
    }
}

static void allocation(void) {
    char *want = NULL, *got = NULL, *want2 = NULL, *got2 = NULL;
    char input[1000];
    memset(input, 'q', sizeof input);
    strcpy(input + 990, " tail");
    int n = sscanf(input, "%ms %m[a-t]", &want, &want2);
    int m = pw___isoc99_sscanf(input, "%ms %m[a-t]", &got, &got2);
    expect_number("scanf %ms", n, m);
    expect_text("scanf %ms", want, got);
    expect_text("scanf %m[", want2, got2);
    free(want);
    free(want2);
    pw_free(got);
    pw_free(got2);
    /* AddressSanitizer's wrapper of sscanf cannot do this one. */
    expect_number("scanf %mc", 1, pw___isoc99_sscanf("xyz", "%2mc", &got));
    expect_bytes("scanf %mc", "xy", got, 2);
    pw_free(got);
}

static void dialects_and_streams(void) {
    int v = 0, w = 0;
    char s[16];
    expect_number("__isoc23_sscanf", 1, pw___isoc23_sscanf("0b110", "%i", &v));
    expect_number("__isoc23_sscanf", 6, v);
    host_input = "12 word\n 0x1f";
    host_input_length = strlen(host_input);
    expect_number("scanf", 2, pw___isoc99_scanf("%d %15s", &v, s));
    expect_number("scanf", 12, v);
    expect_text("scanf", "word", s);
    expect_number("scanf", 1, pw___isoc99_scanf("%x", (unsigned *)&w));
    expect_number("scanf", 31, w);
    expect_number("scanf", EOF, pw___isoc99_scanf("%d", &w));
}

void test_scanf(void) {
    table();
    random_inputs();
    allocation();
    dialects_and_streams();
}
