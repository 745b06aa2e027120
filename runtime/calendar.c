/* Broken-down time: gmtime, localtime (the local zone is UTC), timegm, mktime and
 * asctime. Days are counted in eras of 400 years from 1 March of year 0. */
#include "pathweave_libc.h"

char *tzname[2] = {"UTC", "UTC"};
long timezone = 0;
int daylight = 0;

void tzset(void) {}

enum { DAY = 86400, ERA_DAYS = 146097, EPOCH_SHIFT = 719468 };

static long floor_div(long a, long b) { return a / b - (a % b < 0); }

/* Days from 1970-01-01 to the first of a month; month from 0, in January. */
static long days_to_month(long year, int month) {
    long shifted = (month + 10) % 12; /* months since March */
    if (month < 2) year--;
    long era = floor_div(year, 400), in_era = year - era * 400;
    long day = (153 * shifted + 2) / 5;
    return era * ERA_DAYS + in_era * 365 + in_era / 4 - in_era / 100 + day - EPOCH_SHIFT;
}

static struct tm *break_down(time_t t, struct tm *out, const char *zone) {
    long days = floor_div(t, DAY), rest = t - days * DAY;
    long shifted = days + EPOCH_SHIFT, era = floor_div(shifted, ERA_DAYS);
    long day = shifted - era * ERA_DAYS;
    long year_in_era = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    long day_in_year = day - (365 * year_in_era + year_in_era / 4 - year_in_era / 100);
    long month = (5 * day_in_year + 2) / 153; /* since March */
    long year = era * 400 + year_in_era + (month >= 10);
    if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) {
        errno = EOVERFLOW;
        return NULL;
    }
    out->tm_sec = (int)(rest % 60);
    out->tm_min = (int)(rest / 60 % 60);
    out->tm_hour = (int)(rest / 3600);
    out->tm_mday = (int)(day_in_year - (153 * month + 2) / 5 + 1);
    out->tm_mon = (int)(month < 10 ? month + 2 : month - 10);
    out->tm_year = (int)(year - 1900);
    out->tm_wday = (int)(days + 4 - 7 * floor_div(days + 4, 7));
    out->tm_yday = (int)(days - days_to_month(year, 0));
    out->tm_isdst = 0;
    out->tm_gmtoff = 0;
    out->tm_zone = zone;
    return out;
}

struct tm *gmtime_r(const time_t *t, struct tm *out) { return break_down(*t, out, "GMT"); }

struct tm *localtime_r(const time_t *t, struct tm *out) { return break_down(*t, out, "UTC"); }

static struct tm shared;

struct tm *gmtime(const time_t *t) { return break_down(*t, &shared, "GMT"); }

struct tm *localtime(const time_t *t) { return break_down(*t, &shared, "UTC"); }

time_t __pw_seconds(struct tm *t, const char *zone) {
    long month = t->tm_mon, year = t->tm_year + 1900l + floor_div(month, 12);
    month -= 12 * floor_div(month, 12);
    time_t r = days_to_month(year, (int)month) * DAY + (t->tm_mday - 1l) * DAY +
               t->tm_hour * 3600l + t->tm_min * 60l + t->tm_sec;
    struct tm fields;
    if (!break_down(r, &fields, zone)) return -1;
    *t = fields;
    return r;
}

time_t timegm(struct tm *t) { return __pw_seconds(t, "GMT"); }

/* A caller who says that summer time is in force means an hour less. */
time_t mktime(struct tm *t) {
    if (t->tm_isdst > 0) t->tm_sec -= 3600;
    return __pw_seconds(t, "UTC");
}

time_t timelocal(struct tm *t) { return mktime(t); }

static char *write_fields(const struct tm *t, char *buf, int room) {
    static const char names[] = "SunMonTueWedThuFriSatJanFebMarAprMayJunJulAugSepOctNovDec???";
    if (!t) {
        errno = EINVAL;
        return NULL;
    }
    int day = t->tm_wday >= 0 && t->tm_wday < 7 ? t->tm_wday : 19;
    int month = t->tm_mon >= 0 && t->tm_mon < 12 ? t->tm_mon + 7 : 19;
    if (t->tm_year > INT_MAX - 1900) {
        errno = EOVERFLOW;
        return NULL;
    }
    int n = snprintf(buf, (size_t)room, "%.3s %.3s%3d %.2d:%.2d:%.2d %d\n", names + 3 * day,
                     names + 3 * month, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec,
                     1900 + t->tm_year);
    if (n >= room) {
        errno = EOVERFLOW;
        return NULL;
    }
    return buf;
}

enum { USUAL_ROOM = 26, MOST_ROOM = 80 };

char *asctime_r(const struct tm *restrict t, char *restrict buf) {
    return write_fields(t, buf, USUAL_ROOM);
}

char *asctime(const struct tm *t) {
    static char buf[MOST_ROOM];
    return write_fields(t, buf, MOST_ROOM);
}

char *ctime_r(const time_t *t, char *buf) {
    struct tm fields;
    return break_down(*t, &fields, "UTC") ? write_fields(&fields, buf, USUAL_ROOM) : NULL;
}

char *ctime(const time_t *t) {
    struct tm *fields = localtime(t);
    return fields ? asctime(fields) : NULL;
}
