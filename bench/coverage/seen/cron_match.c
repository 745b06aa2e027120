/* Cron expression matcher: parses a five-field schedule (lists, ranges, steps,
 * names) and finds the next matching minute after a given date and time. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define EXPR_SIZE 32

struct field_spec {
    int min, max;
    const char *const *names; /* three-letter names, or NULL */
    int name_base;
};

static const char *const month_names[] = { "jan", "feb", "mar", "apr", "may", "jun",
                                           "jul", "aug", "sep", "oct", "nov", "dec", NULL };
static const char *const day_names[] = { "sun", "mon", "tue", "wed", "thu", "fri", "sat", NULL };

enum { F_MINUTE, F_HOUR, F_DAY, F_MONTH, F_WEEKDAY, NUM_FIELDS };

static const struct field_spec specs[NUM_FIELDS] = {
    { 0, 59, NULL, 0 },
    { 0, 23, NULL, 0 },
    { 1, 31, NULL, 0 },
    { 1, 12, month_names, 1 },
    { 0, 7, day_names, 0 },
};

struct schedule {
    uint64_t bits[NUM_FIELDS];
    bool star_day, star_weekday;
};

struct when {
    int year, month, day, hour, minute;
};

struct cursor {
    const char *s;
    size_t n, i;
};

static int look(const struct cursor *c)
{
    return c->i < c->n ? (unsigned char)c->s[c->i] : 0;
}

static void skip_spaces(struct cursor *c)
{
    while (look(c) == ' ' || look(c) == '\t')
        c->i++;
}

static bool parse_int(struct cursor *c, int *out)
{
    int v = 0, digits = 0;
    while (isdigit(look(c)) && digits < 3) {
        v = v * 10 + look(c) - '0';
        c->i++;
        digits++;
    }
    *out = v;
    return digits > 0 && !isdigit(look(c));
}

static bool parse_name(struct cursor *c, const struct field_spec *spec, int *out)
{
    char w[4] = { 0 };
    for (int k = 0; k < 3; k++) {
        if (!isalpha(look(c)))
            return false;
        w[k] = (char)tolower(look(c));
        c->i++;
    }
    for (int k = 0; spec->names && spec->names[k]; k++) {
        if (strcmp(spec->names[k], w) == 0) {
            *out = k + spec->name_base;
            return true;
        }
    }
    return false;
}

static bool parse_value(struct cursor *c, const struct field_spec *spec, int *out)
{
    bool ok = isalpha(look(c)) ? parse_name(c, spec, out) : parse_int(c, out);
    return ok && *out >= spec->min && *out <= spec->max;
}

/* One list element: '*', value or range, each with an optional step. */
static bool parse_item(struct cursor *c, const struct field_spec *spec, uint64_t *bits, bool *star)
{
    int lo, hi, step = 1;
    bool range = true;
    if (look(c) == '*') {
        c->i++;
        lo = spec->min;
        hi = spec->max;
        *star = true;
    } else {
        if (!parse_value(c, spec, &lo))
            return false;
        hi = lo;
        range = false;
        if (look(c) == '-') {
            c->i++;
            if (!parse_value(c, spec, &hi) || hi < lo)
                return false;
            range = true;
        }
    }
    if (look(c) == '/') {
        c->i++;
        if (!parse_int(c, &step) || step == 0)
            return false;
        if (!range)
            hi = spec->max; /* "5/15" means from 5 on */
        *star = false;
    }
    for (int v = lo; v <= hi; v += step)
        *bits |= (uint64_t)1 << v;
    return true;
}

static bool parse_field(struct cursor *c, const struct field_spec *spec, uint64_t *bits, bool *star)
{
    *bits = 0;
    *star = false;
    for (;;) {
        if (!parse_item(c, spec, bits, star))
            return false;
        if (look(c) != ',')
            return true;
        c->i++;
    }
}

static bool parse_macro(struct cursor *c, struct schedule *s)
{
    static const struct { const char *name; uint8_t fixed; } macros[] = {
        { "@hourly", 1 }, { "@daily", 2 }, { "@monthly", 3 }, { "@yearly", 4 },
    };
    for (size_t k = 0; k < sizeof macros / sizeof macros[0]; k++) {
        size_t len = strlen(macros[k].name);
        if (c->n - c->i < len || memcmp(c->s + c->i, macros[k].name, len) != 0)
            continue;
        for (int f = 0; f < NUM_FIELDS; f++) {
            uint64_t all = 0;
            for (int v = specs[f].min; v <= specs[f].max; v++)
                all |= (uint64_t)1 << v;
            s->bits[f] = f < macros[k].fixed ? (uint64_t)1 << specs[f].min : all;
        }
        s->star_day = macros[k].fixed < 3;
        s->star_weekday = true;
        c->i += len;
        return true;
    }
    return false;
}

static bool parse_schedule(struct cursor *c, struct schedule *s)
{
    memset(s, 0, sizeof *s);
    skip_spaces(c);
    if (look(c) == '@') {
        if (!parse_macro(c, s))
            return false;
    } else {
        for (int f = 0; f < NUM_FIELDS; f++) {
            bool star;
            size_t before = c->i;
            skip_spaces(c);
            if (f > 0 && c->i == before)
                return false;
            if (!parse_field(c, &specs[f], &s->bits[f], &star))
                return false;
            if (f == F_DAY)
                s->star_day = star;
            if (f == F_WEEKDAY)
                s->star_weekday = star;
        }
        if (s->bits[F_WEEKDAY] & (1u << 7)) /* both 0 and 7 are Sunday */
            s->bits[F_WEEKDAY] |= 1;
    }
    skip_spaces(c);
    return look(c) == 0 || look(c) == '\n';
}

static bool is_leap(int y)
{
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

static int month_days(int y, int m)
{
    static const uint8_t days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    return m == 2 && is_leap(y) ? 29 : days[m - 1];
}

/* Sakamoto's day-of-week formula, 0 = Sunday. */
static int weekday(int y, int m, int d)
{
    static const uint8_t t[] = { 0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4 };
    if (m < 3)
        y--;
    return (y + y / 4 - y / 100 + y / 400 + t[m - 1] + d) % 7;
}

static bool has(const struct schedule *s, int f, int v)
{
    return (s->bits[f] >> v) & 1;
}

static bool day_matches(const struct schedule *s, const struct when *w)
{
    bool dom = has(s, F_DAY, w->day);
    bool dow = has(s, F_WEEKDAY, weekday(w->year, w->month, w->day));
    if (s->star_day || s->star_weekday)
        return dom && dow;
    return dom || dow; /* both restricted: either one is enough */
}

static void next_day(struct when *w)
{
    w->hour = 0;
    w->minute = 0;
    if (++w->day > month_days(w->year, w->month)) {
        w->day = 1;
        if (++w->month > 12) {
            w->month = 1;
            w->year++;
        }
    }
}

static bool next_time_today(const struct schedule *s, struct when *w)
{
    for (int h = w->hour; h < 24; h++) {
        if (!has(s, F_HOUR, h))
            continue;
        for (int m = h == w->hour ? w->minute : 0; m < 60; m++) {
            if (has(s, F_MINUTE, m)) {
                w->hour = h;
                w->minute = m;
                return true;
            }
        }
    }
    return false;
}

/* Search at most some weeks ahead; returns the days waited or -1. */
static int next_run(const struct schedule *s, struct when *w)
{
    for (int d = 0; d < 62; d++) {
        if (has(s, F_MONTH, w->month) && day_matches(s, w) && next_time_today(s, w))
            return d;
        next_day(w);
    }
    return -1;
}

static bool decode_when(const uint8_t raw[5], struct when *w)
{
    w->year = 2000 + raw[0] % 100;
    w->month = raw[1];
    w->day = raw[2];
    w->hour = raw[3];
    w->minute = raw[4];
    return w->month >= 1 && w->month <= 12 && w->day >= 1 &&
           w->day <= month_days(w->year, w->month) && w->hour < 24 && w->minute < 60;
}

int main(void)
{
    char expr[EXPR_SIZE];
    uint8_t now[5];
    klee_make_symbolic(expr, sizeof expr, "expr");
    klee_make_symbolic(now, sizeof now, "now");

    struct cursor c = { expr, sizeof expr, 0 };
    struct schedule s;
    struct when w;
    if (!parse_schedule(&c, &s)) {
        printf("bad expression at %zu\n", c.i);
        return 2;
    }
    if (!decode_when(now, &w)) {
        puts("bad time");
        return 3;
    }
    int days = next_run(&s, &w);
    if (days < 0) {
        puts("not soon");
        return 1;
    }
    printf("%04d-%02d-%02d %02d:%02d in %d days\n", w.year, w.month, w.day, w.hour, w.minute, days);
    return 0;
}
