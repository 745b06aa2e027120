/* Text transcoder: detects the encoding of a buffer (BOM or heuristics), decodes
 * UTF-8, UTF-16LE/BE or Latin-1, normalises line ends and re-encodes with checks. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define INPUT_SIZE 28
#define MAX_CP 40
#define OUT_SIZE (MAX_CP * 4)

enum encoding { ENC_AUTO, ENC_UTF8, ENC_UTF16LE, ENC_UTF16BE, ENC_LATIN1, ENC_COUNT };
enum policy { ERR_FAIL, ERR_REPLACE, ERR_SKIP };
enum status { ST_OK, ST_TRUNCATED, ST_OVERLONG, ST_SURROGATE, ST_RANGE, ST_BAD_LEAD, ST_BAD_TAIL, ST_UNMAPPABLE };

struct options {
    enum encoding from, to;
    enum policy policy;
    bool crlf_to_lf, strip_controls, add_bom, fold_width;
};

struct text {
    uint32_t cp[MAX_CP];
    size_t n;
    unsigned replaced, skipped;
    enum status first_error;
};

struct outbuf {
    uint8_t b[OUT_SIZE + 4];
    size_t n;
};

/* Decodes one UTF-8 sequence; *used is how far to move, also after an error. */
static enum status decode_utf8(const uint8_t *s, size_t n, uint32_t *cp, size_t *used)
{
    static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };
    size_t len;
    *used = 1;
    if (s[0] < 0x80) {
        *cp = s[0];
        return ST_OK;
    }
    if (s[0] < 0xC0)
        return ST_BAD_LEAD;
    if (s[0] < 0xE0)
        len = 2, *cp = s[0] & 0x1F;
    else if (s[0] < 0xF0)
        len = 3, *cp = s[0] & 0x0F;
    else if (s[0] < 0xF8)
        len = 4, *cp = s[0] & 0x07;
    else
        return ST_BAD_LEAD;
    for (size_t i = 1; i < len; i++) {
        if (i == n)
            return ST_TRUNCATED;
        if ((s[i] & 0xC0) != 0x80)
            return ST_BAD_TAIL;
        *cp = *cp << 6 | (s[i] & 0x3F);
        *used = i + 1;
    }
    if (*cp < least[len])
        return ST_OVERLONG;
    if (*cp >= 0xD800 && *cp <= 0xDFFF)
        return ST_SURROGATE;
    return *cp > 0x10FFFF ? ST_RANGE : ST_OK;
}

static uint32_t unit16(const uint8_t *s, bool big)
{
    return big ? (uint32_t)(s[0] << 8 | s[1]) : (uint32_t)(s[1] << 8 | s[0]);
}

static enum status decode_utf16(const uint8_t *s, size_t n, bool big, uint32_t *cp, size_t *used)
{
    if (n < 2) {
        *used = 1;
        return ST_TRUNCATED;
    }
    *used = 2;
    uint32_t hi = unit16(s, big);
    if (hi < 0xD800 || hi > 0xDFFF) {
        *cp = hi;
        return ST_OK;
    }
    if (hi >= 0xDC00)
        return ST_SURROGATE;
    if (n < 4)
        return ST_TRUNCATED;
    uint32_t lo = unit16(s + 2, big);
    if (lo < 0xDC00 || lo > 0xDFFF)
        return ST_SURROGATE;
    *used = 4;
    *cp = 0x10000 + ((hi - 0xD800) << 10) + (lo - 0xDC00);
    return ST_OK;
}

static enum status decode_one(enum encoding e, const uint8_t *s, size_t n, uint32_t *cp, size_t *used)
{
    switch (e) {
    case ENC_UTF16LE: return decode_utf16(s, n, false, cp, used);
    case ENC_UTF16BE: return decode_utf16(s, n, true, cp, used);
    case ENC_LATIN1:
        *cp = s[0];
        *used = 1;
        return ST_OK;
    default: return decode_utf8(s, n, cp, used);
    }
}

static size_t bom_length(enum encoding e, const uint8_t *s, size_t n)
{
    if (e == ENC_UTF8 && n >= 3 && s[0] == 0xEF && s[1] == 0xBB && s[2] == 0xBF)
        return 3;
    if (e == ENC_UTF16LE && n >= 2 && s[0] == 0xFF && s[1] == 0xFE)
        return 2;
    if (e == ENC_UTF16BE && n >= 2 && s[0] == 0xFE && s[1] == 0xFF)
        return 2;
    return 0;
}

/* A BOM decides; else zero bytes at odd or even places; else valid UTF-8. */
static enum encoding detect(const uint8_t *s, size_t n)
{
    size_t zeros[2] = { 0, 0 };
    for (enum encoding e = ENC_UTF8; e <= ENC_UTF16BE; e++)
        if (bom_length(e, s, n))
            return e;
    for (size_t i = 0; i < n; i++)
        if (s[i] == 0)
            zeros[i & 1]++;
    if (n >= 4 && zeros[1] * 4 >= n && zeros[0] == 0)
        return ENC_UTF16LE;
    if (n >= 4 && zeros[0] * 4 >= n && zeros[1] == 0)
        return ENC_UTF16BE;
    for (size_t i = 0; i < n;) {
        uint32_t cp;
        size_t used;
        if (decode_utf8(s + i, n - i, &cp, &used) != ST_OK)
            return ENC_LATIN1;
        i += used;
    }
    return ENC_UTF8;
}

static bool decode_text(struct text *t, const struct options *o, enum encoding e, const uint8_t *s, size_t n)
{
    size_t i = bom_length(e, s, n);
    while (i < n && t->n < MAX_CP) {
        uint32_t cp = 0;
        size_t used;
        enum status st = decode_one(e, s + i, n - i, &cp, &used);
        i += used;
        if (st != ST_OK) {
            if (t->first_error == ST_OK)
                t->first_error = st;
            if (o->policy == ERR_FAIL)
                return false;
            if (o->policy == ERR_SKIP) {
                t->skipped++;
                continue;
            }
            t->replaced++;
            cp = 0xFFFD;
        }
        t->cp[t->n++] = cp;
    }
    return true;
}

static void normalise(struct text *t, const struct options *o)
{
    size_t w = 0;
    for (size_t r = 0; r < t->n; r++) {
        uint32_t c = t->cp[r];
        if (o->crlf_to_lf && c == '\r') {
            if (r + 1 < t->n && t->cp[r + 1] == '\n')
                continue;
            c = '\n';
        } else if (o->crlf_to_lf && (c == 0x2028 || c == 0x85)) {
            c = '\n';
        } else if (o->strip_controls && (c < 0x20 || (c >= 0x7F && c < 0xA0)) && c != '\n' && c != '\t') {
            t->skipped++;
            continue;
        }
        if (o->fold_width) {
            if (c >= 0xFF01 && c <= 0xFF5E)
                c = c - 0xFF01 + '!'; /* fullwidth forms */
            else if (c == 0x3000 || c == 0xA0)
                c = ' ';
        }
        t->cp[w++] = c;
    }
    t->n = w;
}

static void put_unit(struct outbuf *b, uint32_t u, bool big)
{
    b->b[b->n++] = (uint8_t)(big ? u >> 8 : u);
    b->b[b->n++] = (uint8_t)(big ? u : u >> 8);
}

static enum status encode_one(struct outbuf *b, enum encoding e, uint32_t c)
{
    if (e == ENC_LATIN1) {
        if (c > 0xFF)
            return ST_UNMAPPABLE;
        b->b[b->n++] = (uint8_t)c;
    } else if (e == ENC_UTF16LE || e == ENC_UTF16BE) {
        bool big = e == ENC_UTF16BE;
        if (c >= 0x10000) {
            put_unit(b, 0xD800 + ((c - 0x10000) >> 10), big);
            put_unit(b, 0xDC00 + ((c - 0x10000) & 0x3FF), big);
        } else {
            put_unit(b, c, big);
        }
    } else if (c < 0x80) {
        b->b[b->n++] = (uint8_t)c;
    } else if (c < 0x800) {
        b->b[b->n++] = (uint8_t)(0xC0 | c >> 6);
        b->b[b->n++] = (uint8_t)(0x80 | (c & 0x3F));
    } else {
        if (c < 0x10000) {
            b->b[b->n++] = (uint8_t)(0xE0 | c >> 12);
        } else {
            b->b[b->n++] = (uint8_t)(0xF0 | c >> 18);
            b->b[b->n++] = (uint8_t)(0x80 | (c >> 12 & 0x3F));
        }
        b->b[b->n++] = (uint8_t)(0x80 | (c >> 6 & 0x3F));
        b->b[b->n++] = (uint8_t)(0x80 | (c & 0x3F));
    }
    return ST_OK;
}

static bool encode_text(struct outbuf *b, struct text *t, const struct options *o, enum encoding to)
{
    if (o->add_bom && to != ENC_LATIN1)
        encode_one(b, to, 0xFEFF);
    for (size_t i = 0; i < t->n; i++) {
        if (encode_one(b, to, t->cp[i]) == ST_OK)
            continue;
        if (o->policy == ERR_FAIL) {
            t->first_error = ST_UNMAPPABLE;
            return false;
        }
        t->replaced++;
        if (o->policy == ERR_REPLACE)
            b->b[b->n++] = '?';
    }
    return true;
}

/* What was written must read back as the same code points. */
static void verify(const struct outbuf *b, const struct text *t, enum encoding to)
{
    size_t k = 0;
    for (size_t i = bom_length(to, b->b, b->n); i < b->n; k++) {
        uint32_t cp;
        size_t used;
        enum status st = decode_one(to, b->b + i, b->n - i, &cp, &used);
        assert(st == ST_OK && k < t->n && cp == t->cp[k]);
        i += used;
    }
    assert(k == t->n);
}

static bool read_options(struct options *o, const uint8_t *h)
{
    if (h[0] >> 4 >= ENC_COUNT || (h[0] & 15) >= ENC_COUNT || (h[1] & 3) > ERR_SKIP)
        return false;
    o->from = (enum encoding)(h[0] >> 4);
    o->to = (enum encoding)(h[0] & 15);
    o->policy = (enum policy)(h[1] & 3);
    o->crlf_to_lf = h[1] & 4;
    o->strip_controls = h[1] & 8;
    o->add_bom = h[1] & 16;
    o->fold_width = h[1] & 32;
    return true;
}

int main(void)
{
    uint8_t header[2], input[INPUT_SIZE];
    struct options o;
    static struct text t;
    static struct outbuf b;
    klee_make_symbolic(header, sizeof header, "header");
    klee_make_symbolic(input, sizeof input, "input");

    if (!read_options(&o, header))
        return 20;
    enum encoding from = o.from == ENC_AUTO ? detect(input, sizeof input) : o.from;
    enum encoding to = o.to == ENC_AUTO ? ENC_UTF8 : o.to;
    if (!decode_text(&t, &o, from, input, sizeof input))
        return t.first_error;
    normalise(&t, &o);
    if (!encode_text(&b, &t, &o, to))
        return t.first_error;
    if (to != ENC_LATIN1 && !(t.n > 0 && t.cp[0] == 0xFEFF))
        verify(&b, &t, to);
    printf("%zu code points, %u replaced, %u skipped\n", t.n, t.replaced, t.skipped);
    return t.replaced ? 21 : t.skipped ? 22 : 0;
}
