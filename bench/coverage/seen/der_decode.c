/* ASN.1 DER decoder: walks a certificate-like structure with strict length and
 * canonical checks, decoding integers, OIDs, times, strings and bit strings. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define INPUT_SIZE 88
#define MAX_ARCS 8
#define MAX_NAMES 3
#define MAX_DEPTH 6

enum tag {
    T_BOOLEAN = 0x01, T_INTEGER = 0x02, T_BITSTRING = 0x03, T_OCTETS = 0x04, T_NULL = 0x05,
    T_OID = 0x06, T_UTF8 = 0x0C, T_PRINTABLE = 0x13, T_UTCTIME = 0x17,
    T_SEQUENCE = 0x30, T_SET = 0x31, T_CONTEXT0 = 0xA0
};

enum der_error {
    DER_OK, DER_SHORT, DER_LENGTH, DER_TAG, DER_INTEGER, DER_OID, DER_STRING,
    DER_TIME, DER_BITS, DER_TRAILING, DER_DEPTH, DER_BOOLEAN
};

struct slice {
    const uint8_t *p;
    size_t n;
};

struct oid {
    uint32_t arc[MAX_ARCS];
    int n;
};

struct cert {
    int version;
    int64_t serial;
    struct oid algorithm;
    struct slice names[MAX_NAMES];
    int nnames;
    uint32_t not_before, not_after; /* minutes since 2000, months of 31 days */
    size_t key_bits;
    bool is_ca;
};

struct decoder {
    enum der_error err;
    int depth;
};

static bool fail(struct decoder *d, enum der_error e)
{
    if (d->err == DER_OK)
        d->err = e;
    return false;
}

/* Take one tag-length-value from the front of in. */
static bool next_tlv(struct decoder *d, struct slice *in, uint8_t *tag, struct slice *body)
{
    if (in->n < 2)
        return fail(d, DER_SHORT);
    *tag = in->p[0];
    if ((*tag & 0x1F) == 0x1F)
        return fail(d, DER_TAG); /* multi-byte tags are not used here */
    size_t len = in->p[1], used = 2;
    if (len & 0x80) {
        size_t count = len & 0x7F;
        if (count == 0 || count > 2)
            return fail(d, DER_LENGTH);
        if (in->n < 2 + count)
            return fail(d, DER_SHORT);
        len = 0;
        for (size_t i = 0; i < count; i++)
            len = len << 8 | in->p[2 + i];
        /* DER demands the shortest form */
        if (len < 0x80 || (count == 2 && len < 0x100))
            return fail(d, DER_LENGTH);
        used += count;
    }
    if (in->n - used < len)
        return fail(d, DER_SHORT);
    body->p = in->p + used;
    body->n = len;
    in->p += used + len;
    in->n -= used + len;
    return true;
}

static bool expect(struct decoder *d, struct slice *in, uint8_t want, struct slice *body)
{
    uint8_t tag;
    if (!next_tlv(d, in, &tag, body))
        return false;
    return tag == want ? true : fail(d, DER_TAG);
}

static bool enter(struct decoder *d, struct slice *in, uint8_t want, struct slice *body)
{
    if (d->depth == MAX_DEPTH)
        return fail(d, DER_DEPTH);
    d->depth++;
    return expect(d, in, want, body);
}

static bool leave(struct decoder *d, const struct slice *body)
{
    d->depth--;
    return body->n == 0 ? true : fail(d, DER_TRAILING);
}

static bool read_integer(struct decoder *d, struct slice *in, int64_t *out)
{
    struct slice b;
    if (!expect(d, in, T_INTEGER, &b))
        return false;
    if (b.n == 0 || b.n > 8)
        return fail(d, DER_INTEGER);
    if (b.n > 1 && ((b.p[0] == 0x00 && b.p[1] < 0x80) || (b.p[0] == 0xFF && b.p[1] >= 0x80)))
        return fail(d, DER_INTEGER);
    uint64_t v = b.p[0] & 0x80 ? UINT64_MAX : 0;
    for (size_t i = 0; i < b.n; i++)
        v = v << 8 | b.p[i];
    *out = (int64_t)v;
    return true;
}

static bool read_boolean(struct decoder *d, struct slice *in, bool *out)
{
    struct slice b;
    if (!expect(d, in, T_BOOLEAN, &b))
        return false;
    if (b.n != 1 || (b.p[0] != 0x00 && b.p[0] != 0xFF))
        return fail(d, DER_BOOLEAN);
    *out = b.p[0] != 0;
    return true;
}

static bool read_oid(struct decoder *d, struct slice *in, struct oid *out)
{
    struct slice b;
    if (!expect(d, in, T_OID, &b))
        return false;
    out->n = 0;
    if (b.n == 0 || (b.p[b.n - 1] & 0x80))
        return fail(d, DER_OID);
    uint32_t v = 0;
    bool start = true;
    for (size_t i = 0; i < b.n; i++) {
        if (start && b.p[i] == 0x80)
            return fail(d, DER_OID);
        if (v > UINT32_MAX >> 7)
            return fail(d, DER_OID);
        v = v << 7 | (b.p[i] & 0x7F);
        start = false;
        if (b.p[i] & 0x80)
            continue;
        if (out->n == 0) {
            uint32_t first = v < 40 ? 0 : v < 80 ? 1 : 2;
            out->arc[out->n++] = first;
            v -= first * 40;
        }
        if (out->n == MAX_ARCS)
            return fail(d, DER_OID);
        out->arc[out->n++] = v;
        v = 0;
        start = true;
    }
    return true;
}

static bool oid_is(const struct oid *o, const uint32_t *arcs, int n)
{
    return o->n == n && memcmp(o->arc, arcs, (size_t)n * sizeof arcs[0]) == 0;
}

static bool two_digits(const uint8_t *p, unsigned lo, unsigned hi, unsigned *out)
{
    if (!isdigit(p[0]) || !isdigit(p[1]))
        return false;
    *out = (unsigned)(p[0] - '0') * 10 + (unsigned)(p[1] - '0');
    return *out >= lo && *out <= hi;
}

/* YYMMDDHHMMZ or YYMMDDHHMMSSZ */
static bool read_time(struct decoder *d, struct slice *in, uint32_t *out)
{
    struct slice b;
    unsigned y, mo, da, h, mi, s = 0;
    if (!expect(d, in, T_UTCTIME, &b))
        return false;
    if ((b.n != 11 && b.n != 13) || b.p[b.n - 1] != 'Z')
        return fail(d, DER_TIME);
    if (!two_digits(b.p, 0, 99, &y) || !two_digits(b.p + 2, 1, 12, &mo) ||
        !two_digits(b.p + 4, 1, 31, &da) || !two_digits(b.p + 6, 0, 23, &h) ||
        !two_digits(b.p + 8, 0, 59, &mi))
        return fail(d, DER_TIME);
    if (b.n == 13 && !two_digits(b.p + 10, 0, 59, &s))
        return fail(d, DER_TIME);
    *out = (((y * 12 + mo - 1) * 31 + da - 1) * 24 + h) * 60 + mi;
    return true;
}

static bool read_string(struct decoder *d, struct slice *in, struct slice *out)
{
    uint8_t tag;
    if (!next_tlv(d, in, &tag, out))
        return false;
    if (tag != T_UTF8 && tag != T_PRINTABLE)
        return fail(d, DER_TAG);
    for (size_t i = 0; i < out->n; i++) {
        uint8_t c = out->p[i];
        bool ok = tag == T_UTF8 ? c >= 0x20 : isalnum(c) || (c && strchr(" '()+,-./:=?", c));
        if (!ok)
            return fail(d, DER_STRING);
    }
    return true;
}

static bool read_algorithm(struct decoder *d, struct slice *in, struct oid *alg)
{
    struct slice seq, nul;
    if (!enter(d, in, T_SEQUENCE, &seq) || !read_oid(d, &seq, alg))
        return false;
    if (seq.n > 0) {
        if (!expect(d, &seq, T_NULL, &nul))
            return false;
        if (nul.n != 0)
            return fail(d, DER_LENGTH);
    }
    return leave(d, &seq);
}

/* Name: SEQUENCE of SET of SEQUENCE { OID, string } */
static bool read_name(struct decoder *d, struct slice *in, struct cert *c)
{
    struct slice seq, set, attr, text;
    struct oid type;
    if (!enter(d, in, T_SEQUENCE, &seq))
        return false;
    while (seq.n > 0) {
        if (!enter(d, &seq, T_SET, &set) || !enter(d, &set, T_SEQUENCE, &attr))
            return false;
        if (!read_oid(d, &attr, &type) || !read_string(d, &attr, &text))
            return false;
        if (!leave(d, &attr) || !leave(d, &set))
            return false;
        static const uint32_t common_name[] = { 2, 5, 4, 3 };
        if (oid_is(&type, common_name, 4) && c->nnames < MAX_NAMES)
            c->names[c->nnames++] = text;
    }
    return leave(d, &seq);
}

static bool read_key(struct decoder *d, struct slice *in, struct cert *c)
{
    struct slice b;
    if (!expect(d, in, T_BITSTRING, &b))
        return false;
    if (b.n == 0 || b.p[0] > 7 || (b.n == 1 && b.p[0] != 0))
        return fail(d, DER_BITS);
    uint8_t unused = b.p[0];
    if (unused && (b.p[b.n - 1] & ((1u << unused) - 1)))
        return fail(d, DER_BITS); /* padding bits must be zero */
    c->key_bits = (b.n - 1) * 8 - unused;
    return true;
}

static bool read_cert(struct decoder *d, struct slice *in, struct cert *c)
{
    struct slice seq, ver, validity;
    int64_t v = 0;
    if (!enter(d, in, T_SEQUENCE, &seq))
        return false;
    if (seq.n > 0 && seq.p[0] == T_CONTEXT0) {
        if (!enter(d, &seq, T_CONTEXT0, &ver) || !read_integer(d, &ver, &v) || !leave(d, &ver))
            return false;
        if (v < 1 || v > 2) /* the default, 0, must not be encoded */
            return fail(d, DER_INTEGER);
    }
    c->version = (int)v + 1;
    if (!read_integer(d, &seq, &c->serial) || !read_algorithm(d, &seq, &c->algorithm) ||
        !read_name(d, &seq, c))
        return false;
    if (!enter(d, &seq, T_SEQUENCE, &validity) || !read_time(d, &validity, &c->not_before) ||
        !read_time(d, &validity, &c->not_after) || !leave(d, &validity))
        return false;
    if (!read_key(d, &seq, c))
        return false;
    if (c->version == 3 && seq.n > 0 && !read_boolean(d, &seq, &c->is_ca))
        return false;
    return leave(d, &seq);
}

static const char *judge(const struct cert *c)
{
    static const uint32_t rsa_sha256[] = { 1, 2, 840, 113549, 1, 1, 11 };
    if (c->not_after < c->not_before)
        return "never valid";
    if (c->serial <= 0)
        return "bad serial";
    if (c->nnames == 0)
        return "anonymous";
    if (!oid_is(&c->algorithm, rsa_sha256, 7))
        return "unknown algorithm";
    return c->is_ca ? "authority" : "leaf";
}

int main(void)
{
    uint8_t input[INPUT_SIZE];
    klee_make_symbolic(input, sizeof input, "der");
    struct decoder d = { DER_OK, 0 };
    struct slice in = { input, sizeof input };
    struct cert c;
    memset(&c, 0, sizeof c);
    if (!read_cert(&d, &in, &c)) {
        printf("error %d\n", (int)d.err);
        return (int)d.err;
    }
    printf("v%d %s, %zu key bits\n", c.version, judge(&c), c.key_bits);
    return 0;
}
