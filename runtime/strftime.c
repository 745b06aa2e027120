/* strftime in the C locale, with glibc's flags (_ - 0 + ^ #), widths and the E and
 * O modifiers. A composite conversion such as %c is formatted, then padded whole. */
#include "pathweave_libc.h"

struct out {
    char *at;
    size_t n, room; /* bytes used; bytes there, the NUL included */
    int full;
};

struct field {
    char pad;  /* '_', '-', '0', '+' or 0 for the default */
    int upper, swap;
    int width; /* -1: none given */
};

static void put(struct out *o, char c) {
    if (o->n + 1 < o->room)
        o->at[o->n++] = c;
    else
        o->full = 1;
}

static void fill(struct out *o, char c, long n) {
    for (; n > 0 && !o->full; n--) put(o, c);
}

static char change_case(char c, const struct field *f, int lower) {
    if (lower) return (char)to_lower(c);
    return f->upper && (unsigned)c - 'a' < 26 ? (char)(c - 32) : c;
}

static void put_text(struct out *o, const struct field *f, const char *s, int lower) {
    long n = (long)strlen(s);
    fill(o, f->pad == '0' || f->pad == '+' ? '0' : ' ', f->width - n);
    for (; *s; s++) put(o, change_case(*s, f, lower));
}

/* A number of at least `digits` digits, padded by f->pad or else by `pad`. */
static void put_number(struct out *o, const struct field *f, long v, int digits, char pad) {
    char text[24];
    size_t n = 0;
    unsigned long rest = v < 0 ? 0 - (unsigned long)v : (unsigned long)v;
    do {
        text[n++] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (f->pad) pad = f->pad;
    if (pad == '-') fill(o, ' ', f->width - (long)n - (v < 0));
    if (f->width > digits) digits = f->width;
    long lacking = pad == '-' ? 0 : digits - (long)n - (v < 0);
    if (pad == '_') fill(o, ' ', lacking);
    if (v < 0) put(o, '-');
    if (pad != '_') fill(o, '0', lacking);
    while (n > 0) put(o, text[--n]);
}

/* Unlike other numbers, %s is padded as text is. */
static void put_seconds(struct out *o, const struct field *f, long v) {
    char text[24];
    struct out whole = {text, 0, sizeof text, 0};
    struct field plain = {'-', 0, 0, -1};
    put_number(&whole, &plain, v, 1, '0');
    text[whole.n] = 0;
    put_text(o, f, text, 0);
}

static const char *name_of(int i, int n, const char *const *names) {
    return i >= 0 && i < n ? names[i] : "?";
}

static const char *day_name(int i) {
    static const char *const names[] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                        "Thursday", "Friday", "Saturday"};
    return name_of(i, 7, names);
}

static const char *month_name(int i) {
    static const char *const names[] = {"January",   "February", "March",    "April",
                                        "May",       "June",     "July",     "August",
                                        "September", "October",  "November", "December"};
    return name_of(i, 12, names);
}

static void put_short_name(struct out *o, const struct field *f, const char *name) {
    char text[4];
    copy_within(text, name, sizeof text);
    put_text(o, f, text, 0);
}

static int is_leap(long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* Days since the Monday of ISO week 1, given the day of the year. */
static int iso_days(int yday, int wday) {
    int thursday_based = (yday - wday + 4 + 7 * 60) % 7; /* weekday of 1 January, shifted */
    return yday - thursday_based + 4 - 1;
}

static void iso_week(const struct tm *t, long *year, int *week) {
    *year = t->tm_year + 1900l;
    int days = iso_days(t->tm_yday, t->tm_wday);
    if (days < 0) {
        --*year;
        days = iso_days(t->tm_yday + 365 + is_leap(*year), t->tm_wday);
    } else {
        int next = iso_days(t->tm_yday - 365 - is_leap(*year), t->tm_wday);
        if (next >= 0) {
            ++*year;
            days = next;
        }
    }
    *week = days / 7 + 1;
}

static void put_zone_offset(struct out *o, const struct field *f, const struct tm *t) {
    if (t->tm_isdst < 0) return;
    int negative = t->tm_gmtoff < 0;
    long minutes = (negative ? -t->tm_gmtoff : t->tm_gmtoff) / 60;
    /* The sign and the number are padded each on its own. */
    put_text(o, f, negative ? "-" : "+", 0);
    put_number(o, f, minutes / 60 * 100 + minutes % 60, 4, '0');
}

static long floor_hundred(long v) { return v / 100 - (v % 100 < 0); }

static void put_yearish(struct out *o, const struct field *f, char conversion, long year) {
    long century = floor_hundred(year);
    if (conversion == 'C')
        put_number(o, f, century, 1, '0');
    else if (conversion == 'y' || conversion == 'g')
        put_number(o, f, year - 100 * century, 2, '0');
    else
        put_number(o, f, year, 1, '0');
}

static int twelve(int hour) {
    if (hour > 12) hour -= 12;
    return hour == 0 ? 12 : hour;
}

/* The format that a composite conversion stands for, or NULL. */
static const char *expansion(char conversion) {
    switch (conversion) {
        case 'c': return "%a %b %e %H:%M:%S %Y";
        case 'D':
        case 'x': return "%m/%d/%y";
        case 'F': return "%Y-%m-%d";
        case 'r': return "%I:%M:%S %p";
        case 'R': return "%H:%M";
        case 'T':
        case 'X': return "%H:%M:%S";
        default: return NULL;
    }
}

static void put_name(struct out *o, struct field *f, char conversion, const struct tm *t) {
    if (f->swap && conversion != 'p' && conversion != 'Z') f->upper = 1;
    switch (conversion) {
        case 'a': put_short_name(o, f, day_name(t->tm_wday)); break;
        case 'A': put_text(o, f, day_name(t->tm_wday), 0); break;
        case 'B': put_text(o, f, month_name(t->tm_mon), 0); break;
        case 'p': put_text(o, f, t->tm_hour > 11 ? "PM" : "AM", f->swap); break;
        case 'P': put_text(o, f, t->tm_hour > 11 ? "pm" : "am", 1); break;
        case 'Z': put_text(o, f, t->tm_zone ? t->tm_zone : "", f->swap); break;
        default: put_short_name(o, f, month_name(t->tm_mon)); break; /* b, h */
    }
}

static void put_field(struct out *o, struct field *f, char conversion, const struct tm *t) {
    long year = t->tm_year + 1900l;
    int week;
    struct tm copy;
    switch (conversion) {
        case 'd': put_number(o, f, t->tm_mday, 2, '0'); break;
        case 'e': put_number(o, f, t->tm_mday, 2, '_'); break;
        case 'H': put_number(o, f, t->tm_hour, 2, '0'); break;
        case 'I': put_number(o, f, twelve(t->tm_hour), 2, '0'); break;
        case 'k': put_number(o, f, t->tm_hour, 2, '_'); break;
        case 'l': put_number(o, f, twelve(t->tm_hour), 2, '_'); break;
        case 'j': put_number(o, f, t->tm_yday + 1, 3, '0'); break;
        case 'm': put_number(o, f, t->tm_mon + 1, 2, '0'); break;
        case 'M': put_number(o, f, t->tm_min, 2, '0'); break;
        case 'S': put_number(o, f, t->tm_sec, 2, '0'); break;
        case 'u': put_number(o, f, (t->tm_wday + 6) % 7 + 1, 1, '0'); break;
        case 'w': put_number(o, f, t->tm_wday, 1, '0'); break;
        case 'U': put_number(o, f, (t->tm_yday - t->tm_wday + 7) / 7, 2, '0'); break;
        case 'W':
            put_number(o, f, (t->tm_yday - (t->tm_wday + 6) % 7 + 7) / 7, 2, '0');
            break;
        case 'V':
            iso_week(t, &year, &week);
            put_number(o, f, week, 2, '0');
            break;
        case 'G':
        case 'g': iso_week(t, &year, &week); /* fall through */
        case 'C':
        case 'y':
        case 'Y': put_yearish(o, f, conversion, year); break;
        case 's':
            copy = *t;
            put_seconds(o, f, __pw_seconds(&copy, "UTC"));
            break;
        case 'z': put_zone_offset(o, f, t); break;
        case 'n': put_text(o, f, "\n", 0); break;
        case 't': put_text(o, f, "\t", 0); break;
        default: put_text(o, f, "%", 0); break;
    }
}

static const char *read_field(const char *s, struct field *f) {
    *f = (struct field){0, 0, 0, -1};
    for (;; s++) {
        if (*s == '_' || *s == '-' || *s == '0' || *s == '+')
            f->pad = *s;
        else if (*s == '^')
            f->upper = 1;
        else if (*s == '#')
            f->swap = 1;
        else
            break;
    }
    if (is_digit((unsigned char)*s)) {
        long width = 0;
        for (; is_digit((unsigned char)*s); s++)
            if (width < INT_MAX) width = width * 10 + (*s - '0');
        f->width = width > INT_MAX ? INT_MAX : (int)width;
    }
    if (*s == 'E' || *s == 'O') s++;
    return s;
}

static void format(struct out *o, const char *fmt, const struct tm *t, int depth);

static void put_composite(struct out *o, const struct field *f, const char *fmt,
                          const struct tm *t) {
    char text[128];
    struct out whole = {text, 0, sizeof text, 0};
    format(&whole, fmt, t, 1);
    text[whole.n] = 0;
    put_text(o, f, text, 0);
}

static int is_in(char c, const char *set) { return c && strchr(set, c) != NULL; }

/* depth is 1 inside a composite, whose format has no composites but %T's kind. */
static void format(struct out *o, const char *fmt, const struct tm *t, int depth) {
    while (*fmt && !o->full) {
        if (*fmt != '%') {
            put(o, *fmt++);
            continue;
        }
        struct field f;
        const char *start = fmt;
        fmt = read_field(fmt + 1, &f);
        char conversion = *fmt;
        if (conversion) fmt++;
        const char *parts = depth == 0 ? expansion(conversion) : NULL;
        if (parts)
            put_composite(o, &f, parts, t);
        else if (is_in(conversion, "aAbBhpPZ"))
            put_name(o, &f, conversion, t);
        else if (is_in(conversion, "deHIkljmMSuwUWVGgCyYsznt%"))
            put_field(o, &f, conversion, t);
        else
            for (; start < fmt; start++) put(o, *start);
    }
}

size_t strftime(char *restrict s, size_t n, const char *restrict fmt,
                const struct tm *restrict t) {
    struct out o = {s, 0, n, 0};
    format(&o, fmt, t, 0);
    if (o.full || n == 0) return 0;
    s[o.n] = 0;
    return o.n;
}
