/* NMEA 0183 receiver: byte-wise sentence framing with checksum, then GGA, RMC
 * and GSV decoding into a fix record with plausibility checks. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define STREAM_SIZE 96
#define LINE_MAX_LEN 82
#define MAX_FIELDS 20

enum frame_state { WAIT_START, IN_BODY, IN_SUM_HI, IN_SUM_LO };

struct framer {
    enum frame_state state;
    char line[LINE_MAX_LEN + 1];
    size_t len;
    uint8_t sum, given;
    unsigned bad_sum, too_long, garbage;
};

struct field {
    const char *p;
    size_t n;
};

struct fix {
    int32_t lat, lon; /* 1e-4 minutes, south and west negative */
    bool have_pos;
    int quality, sats;
    int32_t altitude; /* decimetres */
    int32_t speed;    /* tenths of knots */
    int hour, min, sec;
    int day, month, year;
    bool active;
    int in_view;
    int strongest;
    int sentences;
    int rejected;
};

static int hex_digit(int c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

/* Feed one byte; true when a sentence with a good checksum is complete. */
static bool framer_push(struct framer *f, uint8_t c)
{
    if (c == '$') {
        if (f->state != WAIT_START)
            f->garbage++;
        f->state = IN_BODY;
        f->len = 0;
        f->sum = 0;
        return false;
    }
    switch (f->state) {
    case WAIT_START:
        if (c != '\r' && c != '\n' && c != 0)
            f->garbage++;
        return false;
    case IN_BODY:
        if (c == '*') {
            f->state = IN_SUM_HI;
            return false;
        }
        if (c < 0x20 || c > 0x7E || f->len == LINE_MAX_LEN) {
            f->too_long += f->len == LINE_MAX_LEN;
            f->state = WAIT_START;
            return false;
        }
        f->line[f->len++] = (char)c;
        f->sum ^= c;
        return false;
    case IN_SUM_HI:
    case IN_SUM_LO: {
        int v = hex_digit(c);
        if (v < 0) {
            f->state = WAIT_START;
            f->bad_sum++;
            return false;
        }
        if (f->state == IN_SUM_HI) {
            f->given = (uint8_t)(v << 4);
            f->state = IN_SUM_LO;
            return false;
        }
        f->state = WAIT_START;
        f->given |= (uint8_t)v;
        if (f->given != f->sum) {
            f->bad_sum++;
            return false;
        }
        f->line[f->len] = '\0';
        return true;
    }
    }
    return false;
}

static int split_fields(const char *line, size_t len, struct field *out)
{
    int n = 0;
    size_t start = 0;
    for (size_t i = 0; i <= len; i++) {
        if (i < len && line[i] != ',')
            continue;
        if (n == MAX_FIELDS)
            return -1;
        out[n].p = line + start;
        out[n].n = i - start;
        n++;
        start = i + 1;
    }
    return n;
}

static bool parse_uint(struct field f, int max_digits, int *out)
{
    int v = 0;
    if (f.n == 0 || f.n > (size_t)max_digits)
        return false;
    for (size_t i = 0; i < f.n; i++) {
        if (!isdigit((unsigned char)f.p[i]))
            return false;
        v = v * 10 + (f.p[i] - '0');
    }
    *out = v;
    return true;
}

/* Decimal number scaled by 10^places; extra digits are dropped. */
static bool parse_fixed(struct field f, int places, int32_t *out)
{
    bool neg = f.n > 0 && f.p[0] == '-';
    size_t i = neg ? 1 : 0;
    int32_t v = 0;
    int digits = 0, frac = -1;
    for (; i < f.n; i++) {
        char c = f.p[i];
        if (c == '.' && frac < 0) {
            frac = 0;
        } else if (isdigit((unsigned char)c)) {
            if (frac >= places)
                continue;
            if (v > 99999999)
                return false;
            v = v * 10 + (c - '0');
            digits++;
            if (frac >= 0)
                frac++;
        } else {
            return false;
        }
    }
    for (int k = frac < 0 ? 0 : frac; k < places; k++) {
        if (v > 99999999)
            return false;
        v *= 10;
    }
    *out = neg ? -v : v;
    return digits > 0;
}

/* ddmm.mmmm or dddmm.mmmm with a hemisphere letter. */
static bool parse_coord(struct field num, struct field hemi, char pos, char neg, int max_deg, int32_t *out)
{
    int32_t raw;
    if (!parse_fixed(num, 4, &raw) || raw < 0 || hemi.n != 1)
        return false;
    int32_t deg = raw / 1000000, min = raw % 1000000;
    if (deg > max_deg || min >= 600000 || (deg == max_deg && min > 0))
        return false;
    *out = deg * 600000 + min;
    if (hemi.p[0] == neg)
        *out = -*out;
    else if (hemi.p[0] != pos)
        return false;
    return true;
}

static bool two_digits(const char *p, int max, int *out)
{
    if (!isdigit((unsigned char)p[0]) || !isdigit((unsigned char)p[1]))
        return false;
    *out = (p[0] - '0') * 10 + (p[1] - '0');
    return *out <= max;
}

static bool parse_time(struct field f, struct fix *fx)
{
    if (f.n < 6 || (f.n > 6 && f.p[6] != '.'))
        return false;
    return two_digits(f.p, 23, &fx->hour) && two_digits(f.p + 2, 59, &fx->min) &&
           two_digits(f.p + 4, 60, &fx->sec);
}

static bool parse_date(struct field f, struct fix *fx)
{
    if (f.n != 6)
        return false;
    return two_digits(f.p, 31, &fx->day) && two_digits(f.p + 2, 12, &fx->month) &&
           two_digits(f.p + 4, 99, &fx->year) && fx->day > 0 && fx->month > 0;
}

static bool parse_position(const struct field *f, struct fix *fx)
{
    int32_t lat, lon;
    if (!parse_coord(f[0], f[1], 'N', 'S', 90, &lat) || !parse_coord(f[2], f[3], 'E', 'W', 180, &lon))
        return false;
    fx->lat = lat;
    fx->lon = lon;
    fx->have_pos = true;
    return true;
}

static bool on_gga(const struct field *f, int n, struct fix *fx)
{
    int quality;
    if (n < 10 || !parse_time(f[1], fx) || !parse_uint(f[6], 1, &quality))
        return false;
    fx->quality = quality;
    if (quality == 0) {
        fx->have_pos = false;
        return true;
    }
    if (!parse_position(f + 2, fx) || !parse_uint(f[7], 2, &fx->sats))
        return false;
    if (f[9].n > 0 && !parse_fixed(f[9], 1, &fx->altitude))
        return false;
    return true;
}

static bool on_rmc(const struct field *f, int n, struct fix *fx)
{
    if (n < 10 || !parse_time(f[1], fx) || f[2].n != 1)
        return false;
    fx->active = f[2].p[0] == 'A';
    if (!fx->active)
        return f[2].p[0] == 'V';
    if (!parse_position(f + 3, fx))
        return false;
    if (f[7].n > 0 && !parse_fixed(f[7], 1, &fx->speed))
        return false;
    return parse_date(f[9], fx);
}

static bool on_gsv(const struct field *f, int n, struct fix *fx)
{
    int total, index, view, snr;
    if (n < 4 || !parse_uint(f[1], 1, &total) || !parse_uint(f[2], 1, &index) || !parse_uint(f[3], 2, &view))
        return false;
    if (index < 1 || index > total)
        return false;
    fx->in_view = view;
    for (int k = 4; k + 3 < n; k += 4) {
        if (f[k + 3].n == 0)
            continue; /* not tracked */
        if (!parse_uint(f[k + 3], 2, &snr))
            return false;
        if (snr > fx->strongest)
            fx->strongest = snr;
    }
    return true;
}

static bool dispatch(const struct framer *fr, struct fix *fx)
{
    struct field f[MAX_FIELDS];
    int n = split_fields(fr->line, fr->len, f);
    if (n < 1 || f[0].n != 5)
        return false;
    if (memcmp(f[0].p, "GP", 2) != 0 && memcmp(f[0].p, "GN", 2) != 0)
        return false;
    const char *type = f[0].p + 2;
    if (memcmp(type, "GGA", 3) == 0)
        return on_gga(f, n, fx);
    if (memcmp(type, "RMC", 3) == 0)
        return on_rmc(f, n, fx);
    if (memcmp(type, "GSV", 3) == 0)
        return on_gsv(f, n, fx);
    return false;
}

static const char *fix_summary(const struct fix *fx)
{
    if (!fx->have_pos)
        return fx->sentences ? "searching" : "silent";
    if (fx->quality > 0 && fx->sats < 4)
        return "weak";
    return fx->active && fx->speed > 5 ? "moving" : "fixed";
}

int main(void)
{
    uint8_t stream[STREAM_SIZE];
    static struct framer fr;
    struct fix fx;
    klee_make_symbolic(stream, sizeof stream, "stream");
    memset(&fx, 0, sizeof fx);
    for (size_t i = 0; i < sizeof stream; i++) {
        if (!framer_push(&fr, stream[i]))
            continue;
        if (dispatch(&fr, &fx))
            fx.sentences++;
        else
            fx.rejected++;
    }
    printf("%s lat %d lon %d ok %d rejected %d bad %u\n", fix_summary(&fx), (int)fx.lat, (int)fx.lon,
           fx.sentences, fx.rejected, fr.bad_sum);
    return fx.rejected;
}
