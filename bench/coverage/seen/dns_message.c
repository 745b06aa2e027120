/* DNS response parser: header, questions and resource records with compressed
 * names; collects a small answer table and follows CNAME chains in it. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define MSG_SIZE 80
#define NAME_MAX_LEN 32
#define MAX_RECORDS 4
#define MAX_JUMPS 4

enum { TYPE_A = 1, TYPE_NS = 2, TYPE_CNAME = 5, TYPE_MX = 15, TYPE_TXT = 16, TYPE_AAAA = 28, TYPE_OPT = 41 };
enum { CLASS_IN = 1, CLASS_ANY = 255 };

enum dns_error {
    DNS_OK = 0,
    DNS_SHORT,
    DNS_NOT_RESPONSE,
    DNS_BAD_OPCODE,
    DNS_BAD_NAME,
    DNS_LOOP,
    DNS_BAD_RDATA,
    DNS_TOO_MANY
};

struct reader {
    const uint8_t *msg;
    size_t len;
    size_t pos;
    enum dns_error err;
};

struct dns_header {
    uint16_t id;
    bool response, authoritative, truncated;
    uint8_t opcode, rcode;
    uint16_t qdcount, ancount, nscount, arcount;
};

struct record {
    char name[NAME_MAX_LEN];
    char target[NAME_MAX_LEN];
    uint16_t type;
    uint16_t klass;
    uint32_t ttl;
    uint16_t preference;
    uint8_t addr[16];
    uint8_t addr_len;
};

struct answers {
    struct record rec[MAX_RECORDS];
    int count;
    int skipped;
    uint16_t udp_size;
};

static void fail(struct reader *r, enum dns_error e)
{
    if (r->err == DNS_OK)
        r->err = e;
}

static uint8_t get8(struct reader *r)
{
    if (r->err != DNS_OK || r->pos >= r->len) {
        fail(r, DNS_SHORT);
        return 0;
    }
    return r->msg[r->pos++];
}

static uint16_t get16(struct reader *r)
{
    uint16_t hi = get8(r);
    return (uint16_t)(hi << 8 | get8(r));
}

static uint32_t get32(struct reader *r)
{
    uint32_t hi = get16(r);
    return hi << 16 | get16(r);
}

static bool label_char_ok(uint8_t c, bool first)
{
    if (isalnum(c) || c == '_')
        return true;
    return c == '-' && !first;
}

/* Append one label to out; *used is the length so far, without terminator. */
static bool append_label(struct reader *r, uint8_t n, char *out, size_t *used)
{
    if (*used > 0) {
        if (*used + 1 >= NAME_MAX_LEN)
            return false;
        out[(*used)++] = '.';
    }
    if (*used + n > NAME_MAX_LEN)
        return false;
    for (uint8_t i = 0; i < n; i++) {
        uint8_t c = get8(r);
        if (r->err != DNS_OK)
            return false;
        if (!label_char_ok(c, i == 0))
            return false;
        out[(*used)++] = (char)tolower(c);
    }
    return true;
}

/* Read a possibly compressed name at the current position. */
static void read_name(struct reader *r, char *out)
{
    size_t used = 0, resume = 0;
    int jumps = 0;
    out[0] = '\0';
    for (;;) {
        size_t here = r->pos;
        uint8_t n = get8(r);
        if (r->err != DNS_OK)
            return;
        if (n == 0)
            break;
        if ((n & 0xC0) == 0xC0) {
            size_t target = (size_t)(n & 0x3F) << 8 | get8(r);
            if (r->err != DNS_OK)
                return;
            if (jumps == 0)
                resume = r->pos;
            if (++jumps > MAX_JUMPS || target >= here) {
                fail(r, DNS_LOOP);
                return;
            }
            r->pos = target;
        } else if (n & 0xC0) {
            fail(r, DNS_BAD_NAME);
            return;
        } else if (!append_label(r, n, out, &used)) {
            fail(r, DNS_BAD_NAME);
            return;
        }
    }
    out[used] = '\0';
    if (jumps > 0)
        r->pos = resume;
}

static void read_header(struct reader *r, struct dns_header *h)
{
    h->id = get16(r);
    uint16_t flags = get16(r);
    h->response = (flags & 0x8000) != 0;
    h->opcode = (flags >> 11) & 0xF;
    h->authoritative = (flags & 0x0400) != 0;
    h->truncated = (flags & 0x0200) != 0;
    h->rcode = flags & 0xF;
    h->qdcount = get16(r);
    h->ancount = get16(r);
    h->nscount = get16(r);
    h->arcount = get16(r);
    if (!h->response)
        fail(r, DNS_NOT_RESPONSE);
    else if (h->opcode != 0)
        fail(r, DNS_BAD_OPCODE);
}

static void read_question(struct reader *r, char *qname, uint16_t *qtype)
{
    read_name(r, qname);
    *qtype = get16(r);
    uint16_t qclass = get16(r);
    if (r->err == DNS_OK && qclass != CLASS_IN && qclass != CLASS_ANY)
        fail(r, DNS_BAD_RDATA);
}

static void read_address(struct reader *r, struct record *rec, uint16_t rdlen, uint8_t want)
{
    if (rdlen != want) {
        fail(r, DNS_BAD_RDATA);
        return;
    }
    for (uint8_t i = 0; i < want; i++)
        rec->addr[i] = get8(r);
    rec->addr_len = want;
}

static void read_txt(struct reader *r, struct record *rec, size_t end)
{
    size_t used = 0;
    while (r->pos < end && r->err == DNS_OK) {
        uint8_t n = get8(r);
        if (r->pos + n > end) {
            fail(r, DNS_BAD_RDATA);
            return;
        }
        for (uint8_t i = 0; i < n; i++) {
            uint8_t c = get8(r);
            if (used + 1 < sizeof rec->target)
                rec->target[used++] = isprint(c) ? (char)c : '?';
        }
    }
    rec->target[used] = '\0';
}

static void read_rdata(struct reader *r, struct record *rec, uint16_t rdlen)
{
    size_t end = r->pos + rdlen;
    if (end > r->len) {
        fail(r, DNS_SHORT);
        return;
    }
    switch (rec->type) {
    case TYPE_A:
        read_address(r, rec, rdlen, 4);
        break;
    case TYPE_AAAA:
        read_address(r, rec, rdlen, 16);
        break;
    case TYPE_MX:
        rec->preference = get16(r);
        read_name(r, rec->target);
        break;
    case TYPE_NS:
    case TYPE_CNAME:
        read_name(r, rec->target);
        break;
    case TYPE_TXT:
        read_txt(r, rec, end);
        break;
    default:
        r->pos = end;
        break;
    }
    if (r->err == DNS_OK && r->pos != end)
        fail(r, DNS_BAD_RDATA);
}

static void read_record(struct reader *r, struct answers *a)
{
    struct record rec;
    memset(&rec, 0, sizeof rec);
    read_name(r, rec.name);
    rec.type = get16(r);
    rec.klass = get16(r);
    rec.ttl = get32(r);
    uint16_t rdlen = get16(r);
    if (r->err != DNS_OK)
        return;
    if (rec.type == TYPE_OPT) {
        /* EDNS: the class field carries the UDP payload size. */
        a->udp_size = rec.klass < 512 ? 512 : rec.klass;
    }
    read_rdata(r, &rec, rdlen);
    if (r->err != DNS_OK)
        return;
    if (rec.klass != CLASS_IN || a->count == MAX_RECORDS) {
        a->skipped++;
        return;
    }
    a->rec[a->count++] = rec;
}

static const struct record *find_record(const struct answers *a, const char *name, uint16_t type)
{
    for (int i = 0; i < a->count; i++)
        if (a->rec[i].type == type && strcmp(a->rec[i].name, name) == 0)
            return &a->rec[i];
    return NULL;
}

/* Follow CNAMEs from the question name to a record of the wanted type. */
static const struct record *resolve(const struct answers *a, const char *qname, uint16_t qtype)
{
    const char *name = qname;
    for (int hops = 0; hops <= MAX_RECORDS; hops++) {
        const struct record *hit = find_record(a, name, qtype);
        if (hit)
            return hit;
        const struct record *alias = find_record(a, name, TYPE_CNAME);
        if (!alias)
            return NULL;
        name = alias->target;
    }
    return NULL;
}

static void print_result(const struct record *rec)
{
    if (rec->type == TYPE_A)
        printf("%s A %u.%u.%u.%u ttl %u\n", rec->name, rec->addr[0], rec->addr[1],
               rec->addr[2], rec->addr[3], (unsigned)rec->ttl);
    else if (rec->addr_len == 16)
        printf("%s AAAA %02x%02x...\n", rec->name, rec->addr[0], rec->addr[1]);
    else
        printf("%s type %u -> %s (%u)\n", rec->name, rec->type, rec->target, rec->preference);
}

int main(void)
{
    uint8_t msg[MSG_SIZE];
    klee_make_symbolic(msg, sizeof msg, "msg");

    struct reader r = { msg, sizeof msg, 0, DNS_OK };
    struct dns_header h;
    struct answers a;
    char qname[NAME_MAX_LEN] = "";
    uint16_t qtype = 0;
    memset(&a, 0, sizeof a);

    read_header(&r, &h);
    if (r.err != DNS_OK)
        return r.err;
    if (h.rcode != 0) {
        printf("server error %u\n", h.rcode);
        return 20;
    }
    if (h.qdcount != 1 || (unsigned)h.ancount + h.nscount + h.arcount > 8)
        return DNS_TOO_MANY;
    read_question(&r, qname, &qtype);

    unsigned total = (unsigned)h.ancount + h.nscount + h.arcount;
    for (unsigned i = 0; i < total && r.err == DNS_OK; i++)
        read_record(&r, &a);
    if (r.err != DNS_OK && !(h.truncated && r.err == DNS_SHORT))
        return r.err;

    const struct record *hit = resolve(&a, qname, qtype);
    if (!hit) {
        puts(h.authoritative ? "no such record" : "no answer");
        return 21;
    }
    print_result(hit);
    return 0;
}
