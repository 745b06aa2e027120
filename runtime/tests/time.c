/* gmtime, timegm, mktime, strftime and asctime over random times and fields. */
#include "test.h"

#include <time.h>

RUNTIME(gmtime_r); RUNTIME(localtime_r); RUNTIME(timegm); RUNTIME(mktime); RUNTIME(strftime);
RUNTIME(asctime_r); RUNTIME(ctime); RUNTIME(difftime); RUNTIME(time); RUNTIME(clock_gettime);

static void same_fields(const char *what, const struct tm *a, const struct tm *b) {
    char want[200], got[200];
    const char *f = "%d-%d-%d %d:%d:%d wday %d yday %d isdst %d off %ld zone %s";
#define FIELDS(t) (t)->tm_year, (t)->tm_mon, (t)->tm_mday, (t)->tm_hour, (t)->tm_min, (t)->tm_sec, \
                  (t)->tm_wday, (t)->tm_yday, (t)->tm_isdst, (t)->tm_gmtoff, (t)->tm_zone
    snprintf(want, sizeof want, f, FIELDS(a));
    snprintf(got, sizeof got, f, FIELDS(b));
    expect_text(what, want, got);
}

static const char *const formats[] = {
    "%a", "%A", "%b", "%B", "%h", "%c", "%C", "%d", "%D", "%e", "%F", "%g", "%G", "%H", "%I", "%j",
    "%k", "%l", "%m", "%M", "%n", "%p", "%P", "%r", "%R", "%s", "%S", "%t", "%T", "%u", "%U", "%V",
    "%w", "%W", "%x", "%X", "%y", "%Y", "%z", "%Z", "%%", "%Ec", "%EC", "%Ex", "%EX", "%Ey", "%EY",
    "%Od", "%Oe", "%OH", "%OI", "%Om", "%OM", "%OS", "%Ou", "%OU", "%OV", "%Ow", "%OW", "%Oy",
};

static void format_with(const struct tm *t, const char *format, size_t room) {
    char want[256], got[256];
    size_t n = strftime(want, room, format, t), m = pw_strftime(got, room, format, t);
    cases++;
    if (n != m || (n > 0 && strcmp(want, got) != 0))
        fail("strftime \"%s\" (room %zu, year %d): glibc gives %zu \"%s\", the runtime %zu \"%s\"",
             format, room, t->tm_year + 1900, n, n ? show(want, n) : "", m, m ? show(got, m) : "");
}

static void formats_of(const struct tm *t) {
    static const char *const marks[] = {"_", "-", "0", "^", "#", "10", "_8", "-8", "015", "^12"};
    char f[32];
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        format_with(t, formats[i], 256);
        if (i < 41) {
            sprintf(f, "%%%s%s", marks[below(10)], formats[i] + 1);
            format_with(t, f, 256);
        }
    }
    format_with(t, "[%Y-%m-%d %H:%M:%S] %A", below(40));
}

static void moments(void) {
    for (int i = 0; i < 4000; i++) {
        time_t t = (int)draw();
        if (i % 4 == 1) t = t * 30;
        if (i % 4 == 2) t = t * 40000000 + draw();
        if (i < 10) t = i - 5;
        struct tm a, b, c, d;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        struct tm *p = gmtime_r(&t, &a), *q = pw_gmtime_r(&t, &b);
        expect_number("gmtime_r", p != NULL, q != NULL);
        if (!p) continue;
        same_fields("gmtime_r", &a, &b);
        localtime_r(&t, &c);
        pw_localtime_r(&t, &d);
        same_fields("localtime_r", &c, &d);
        expect_number("timegm", timegm(&a), pw_timegm(&b));
        expect_number("mktime", mktime(&c), pw_mktime(&d));
        char want[64], got[64];
        expect_text("asctime_r", asctime_r(&a, want), pw_asctime_r(&b, got));
        expect_text("ctime", ctime(&t), pw_ctime(&t));
        if (i % 4 < 2) formats_of(&a);
        if (i % 4 == 2 && i % 8 == 2) {
            format_with(&a, "%Y", 256);
            format_with(&a, "%F %G", 256);
        }
    }
    for (int year = -20; year < 2000; year += year < 20 ? 1 : 97) {
        struct tm t;
        memset(&t, 0, sizeof t);
        t.tm_year = year - 1900;
        t.tm_mday = 1;
        timegm(&t);
        formats_of(&t);
    }
}

static void wild_fields(void) {
    for (int i = 0; i < 4000; i++) {
        unsigned range = i % 2 ? 200 : 2000000;
        struct tm a, b;
        memset(&a, 0, sizeof a);
        a.tm_year = (int)below(400) - 100;
        a.tm_mon = (int)below(range) - (int)range / 2;
        a.tm_mday = (int)below(range) - (int)range / 2;
        a.tm_hour = (int)below(range) - (int)range / 2;
        a.tm_min = (int)below(range) - (int)range / 2;
        a.tm_sec = (int)below(range) - (int)range / 2;
        a.tm_isdst = i % 3 - 1;
        b = a;
        if (i % 2) {
            expect_number("mktime", mktime(&a), pw_mktime(&b));
            same_fields("mktime", &a, &b);
        } else {
            expect_number("timegm", timegm(&a), pw_timegm(&b));
            same_fields("timegm", &a, &b);
        }
    }
}

void test_time(void) {
    moments();
    wild_fields();
    time_t now = time(NULL), ours = pw_time(NULL);
    expect_number("time", 1, ours - now <= 2);
    struct timespec t;
    expect_number("clock_gettime", 0, pw_clock_gettime(CLOCK_MONOTONIC, &t));
    expect_number("clock_gettime", -1, pw_clock_gettime(99, &t));
    expect_number("difftime", -5, (long)pw_difftime(5, 10));
}
