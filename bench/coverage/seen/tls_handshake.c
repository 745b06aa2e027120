/* TLS 1.2 server-side record and handshake state machine: reassembles records,
 * parses ClientHello with extensions and enforces the message order. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define WIRE_SIZE 96
#define HS_BUF 80
#define HOST_MAX 16

enum content { CT_CCS = 20, CT_ALERT = 21, CT_HANDSHAKE = 22, CT_APPDATA = 23 };
enum hs_type { HS_CLIENT_HELLO = 1, HS_CERTIFICATE = 11, HS_KEY_EXCHANGE = 16, HS_CERT_VERIFY = 15, HS_FINISHED = 20 };
enum alert {
    AL_NONE = -1, AL_CLOSE = 0, AL_UNEXPECTED = 10, AL_OVERFLOW = 22, AL_HANDSHAKE = 40,
    AL_ILLEGAL = 47, AL_DECODE = 50, AL_VERSION = 70, AL_NO_RENEG = 100, AL_NAME = 112
};

enum state { S_HELLO, S_CERT, S_KEYX, S_VERIFY, S_CCS, S_FINISHED, S_OPEN, S_CLOSED };

struct reader {
    const uint8_t *p;
    size_t n;
    bool bad;
};

struct conn {
    enum state state;
    uint8_t hs[HS_BUF];
    size_t hs_len;
    uint16_t suite;
    char host[HOST_MAX];
    uint16_t group;
    bool have_sni, have_groups, have_alpn, extended_master, reneg_info;
    bool client_cert;
    bool resumed;
    size_t app_bytes;
    enum alert alert;
    int warnings;
};

static uint8_t rd8(struct reader *r)
{
    if (r->n < 1) {
        r->bad = true;
        return 0;
    }
    r->n--;
    return *r->p++;
}

static uint16_t rd16(struct reader *r)
{
    uint16_t hi = rd8(r);
    return (uint16_t)(hi << 8 | rd8(r));
}

static uint32_t rd24(struct reader *r)
{
    uint32_t hi = rd8(r);
    return hi << 16 | rd16(r);
}

static struct reader take(struct reader *r, size_t n)
{
    struct reader sub = { r->p, 0, false };
    if (n > r->n) {
        r->bad = true;
        sub.bad = true;
        return sub;
    }
    sub.n = n;
    r->p += n;
    r->n -= n;
    return sub;
}

static bool die(struct conn *c, enum alert a)
{
    c->alert = a;
    c->state = S_CLOSED;
    return false;
}

static bool ext_server_name(struct conn *c, struct reader e)
{
    struct reader list = take(&e, rd16(&e));
    if (list.bad || e.bad || e.n != 0 || list.n == 0)
        return die(c, AL_DECODE);
    uint8_t type = rd8(&list);
    struct reader name = take(&list, rd16(&list));
    if (type != 0 || list.bad || list.n != 0)
        return die(c, AL_DECODE);
    if (name.n == 0 || name.n >= HOST_MAX)
        return die(c, AL_NAME);
    for (size_t i = 0; i < name.n; i++)
        if (name.p[i] <= ' ' || name.p[i] > '~')
            return die(c, AL_NAME);
    memcpy(c->host, name.p, name.n);
    c->host[name.n] = '\0';
    c->have_sni = true;
    return true;
}

static bool ext_groups(struct conn *c, struct reader e)
{
    struct reader list = take(&e, rd16(&e));
    if (list.bad || e.n != 0 || list.n == 0 || list.n % 2 != 0)
        return die(c, AL_DECODE);
    while (list.n > 0) {
        uint16_t g = rd16(&list);
        if (c->group == 0 && (g == 23 || g == 29)) /* P-256, X25519 */
            c->group = g;
    }
    c->have_groups = true;
    return true;
}

static bool ext_alpn(struct conn *c, struct reader e)
{
    bool match = false;
    struct reader list = take(&e, rd16(&e));
    if (list.bad || e.n != 0)
        return die(c, AL_DECODE);
    while (list.n > 0) {
        struct reader proto = take(&list, rd8(&list));
        if (proto.bad || proto.n == 0)
            return die(c, AL_DECODE);
        if (proto.n == 2 && memcmp(proto.p, "h2", 2) == 0)
            match = true;
    }
    c->have_alpn = match;
    return true;
}

static bool parse_extensions(struct conn *c, struct reader exts)
{
    uint16_t seen[6];
    int nseen = 0;
    while (exts.n > 0) {
        uint16_t type = rd16(&exts);
        struct reader body = take(&exts, rd16(&exts));
        if (exts.bad)
            return die(c, AL_DECODE);
        for (int i = 0; i < nseen; i++)
            if (seen[i] == type)
                return die(c, AL_ILLEGAL);
        if (nseen < 6)
            seen[nseen++] = type;
        bool ok = true;
        switch (type) {
        case 0: ok = ext_server_name(c, body); break;
        case 10: ok = ext_groups(c, body); break;
        case 16: ok = ext_alpn(c, body); break;
        case 23:
            if (body.n != 0)
                return die(c, AL_DECODE);
            c->extended_master = true;
            break;
        case 0xFF01:
            if (body.n != 1 || body.p[0] != 0)
                return die(c, AL_HANDSHAKE);
            c->reneg_info = true;
            break;
        default: break;
        }
        if (!ok)
            return false;
    }
    return true;
}

static uint16_t pick_suite(struct reader list)
{
    static const uint16_t ours[] = { 0xC02F, 0xC030, 0x009C };
    uint16_t best = 0;
    int rank = 3;
    while (list.n >= 2) {
        uint16_t s = rd16(&list);
        for (int i = 0; i < rank; i++) {
            if (ours[i] == s) {
                best = s;
                rank = i;
            }
        }
    }
    return best;
}

static bool on_client_hello(struct conn *c, struct reader m)
{
    uint16_t version = rd16(&m);
    /* 4 bytes of the random are enough for this reduced profile */
    struct reader random = take(&m, 4);
    struct reader session = take(&m, rd8(&m));
    struct reader suites = take(&m, rd16(&m));
    struct reader compression = take(&m, rd8(&m));
    if (m.bad || random.bad || session.n > 32)
        return die(c, AL_DECODE);
    if (version < 0x0303)
        return die(c, AL_VERSION);
    if (suites.n == 0 || suites.n % 2 != 0)
        return die(c, AL_DECODE);
    bool null_method = false;
    for (size_t i = 0; i < compression.n; i++)
        if (compression.p[i] == 0)
            null_method = true;
    if (!null_method)
        return die(c, AL_ILLEGAL);
    if (m.n > 0) {
        struct reader exts = take(&m, rd16(&m));
        if (m.bad || m.n != 0)
            return die(c, AL_DECODE);
        if (!parse_extensions(c, exts))
            return false;
    }
    c->suite = pick_suite(suites);
    if (c->suite == 0)
        return die(c, AL_HANDSHAKE);
    if ((c->suite & 0xFF00) == 0xC000 && c->have_groups && c->group == 0)
        return die(c, AL_HANDSHAKE);
    c->resumed = session.n == 8 && memcmp(session.p, "RESUME", 6) == 0 && c->extended_master;
    c->state = c->resumed ? S_CCS : S_CERT;
    return true;
}

static bool on_certificate(struct conn *c, struct reader m)
{
    struct reader list = take(&m, rd24(&m));
    if (m.bad || m.n != 0)
        return die(c, AL_DECODE);
    while (list.n > 0) {
        struct reader cert = take(&list, rd24(&list));
        if (cert.bad || list.bad || cert.n == 0)
            return die(c, AL_DECODE);
        c->client_cert = true;
    }
    c->state = S_KEYX;
    return true;
}

static bool on_key_exchange(struct conn *c, struct reader m)
{
    struct reader key = take(&m, rd8(&m));
    if (m.bad || m.n != 0 || key.n == 0)
        return die(c, AL_DECODE);
    if (c->group == 23 && key.p[0] != 4) /* uncompressed points only */
        return die(c, AL_ILLEGAL);
    c->state = c->client_cert ? S_VERIFY : S_CCS;
    return true;
}

static bool on_handshake(struct conn *c, uint8_t type, struct reader m)
{
    switch (type) {
    case HS_CLIENT_HELLO:
        if (c->state == S_OPEN) {
            c->warnings++; /* renegotiation is refused with a warning */
            return true;
        }
        return c->state == S_HELLO ? on_client_hello(c, m) : die(c, AL_UNEXPECTED);
    case HS_CERTIFICATE:
        return c->state == S_CERT ? on_certificate(c, m) : die(c, AL_UNEXPECTED);
    case HS_KEY_EXCHANGE:
        if (c->state != S_KEYX && c->state != S_CERT)
            return die(c, AL_UNEXPECTED);
        return on_key_exchange(c, m);
    case HS_CERT_VERIFY:
        if (c->state != S_VERIFY)
            return die(c, AL_UNEXPECTED);
        if (m.n < 4)
            return die(c, AL_DECODE);
        c->state = S_CCS;
        return true;
    case HS_FINISHED:
        if (c->state != S_FINISHED)
            return die(c, AL_UNEXPECTED);
        if (m.n != 4)
            return die(c, AL_DECODE);
        c->state = S_OPEN;
        return true;
    default:
        return die(c, AL_UNEXPECTED);
    }
}

/* Append handshake bytes and handle each complete message. */
static bool feed_handshake(struct conn *c, struct reader rec)
{
    if (rec.n == 0 || rec.n > HS_BUF - c->hs_len)
        return die(c, rec.n == 0 ? AL_UNEXPECTED : AL_OVERFLOW);
    memcpy(c->hs + c->hs_len, rec.p, rec.n);
    c->hs_len += rec.n;
    while (c->hs_len >= 4) {
        struct reader r = { c->hs, c->hs_len, false };
        uint8_t type = rd8(&r);
        uint32_t len = rd24(&r);
        if (len > HS_BUF - 4)
            return die(c, AL_OVERFLOW);
        if (len > r.n)
            break; /* wait for more records */
        if (!on_handshake(c, type, take(&r, len)))
            return false;
        memmove(c->hs, c->hs + 4 + len, c->hs_len - 4 - len);
        c->hs_len -= 4 + len;
    }
    return true;
}

static bool on_record(struct conn *c, uint8_t type, struct reader rec)
{
    switch (type) {
    case CT_HANDSHAKE:
        return feed_handshake(c, rec);
    case CT_CCS:
        if (c->state != S_CCS || c->hs_len != 0)
            return die(c, AL_UNEXPECTED);
        if (rec.n != 1 || rec.p[0] != 1)
            return die(c, AL_DECODE);
        c->state = S_FINISHED;
        return true;
    case CT_ALERT:
        if (rec.n != 2)
            return die(c, AL_DECODE);
        if (rec.p[0] == 2 || rec.p[1] == AL_CLOSE)
            return die(c, AL_CLOSE);
        return ++c->warnings > 2 ? die(c, AL_UNEXPECTED) : true;
    case CT_APPDATA:
        if (c->state != S_OPEN)
            return die(c, AL_UNEXPECTED);
        c->app_bytes += rec.n;
        return true;
    default:
        return die(c, AL_UNEXPECTED);
    }
}

int main(void)
{
    uint8_t wire[WIRE_SIZE];
    static struct conn c;
    klee_make_symbolic(wire, sizeof wire, "wire");
    c.alert = AL_NONE;

    struct reader in = { wire, sizeof wire, false };
    while (in.n >= 5 && c.state != S_CLOSED) {
        uint8_t type = rd8(&in);
        uint16_t version = rd16(&in);
        uint16_t len = rd16(&in);
        if (version >> 8 != 3) {
            die(&c, AL_VERSION);
            break;
        }
        struct reader rec = take(&in, len);
        if (in.bad)
            break; /* incomplete record at the end of the capture */
        on_record(&c, type, rec);
    }
    printf("state %d alert %d suite %04x host %s\n", (int)c.state, (int)c.alert, c.suite, c.host);
    return (int)c.state;
}
