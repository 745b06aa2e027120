/* DHCP server: decodes a compact BOOTP header with options (overload, long options,
 * pads), then runs the lease state machine for discover, request, release, decline. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

/* Compact packet: op htype hlen hops xid[2] ciaddr[4] mac[6] sname[8] magic[2] options[24] */
#define OPT_SIZE 24
#define SNAME_SIZE 8
#define MAGIC 0x6382
#define PACKET_SIZE (16 + SNAME_SIZE + 2 + OPT_SIZE)
#define POOL 4
#define POOL_BASE 0x0A000064u /* 10.0.0.100 */
#define SERVER_ID 0x0A000001u
#define OFFER_TIME 5

enum opt { O_PAD = 0, O_MASK = 1, O_ROUTER = 3, O_HOST = 12, O_REQ_IP = 50, O_LEASE = 51, O_OVERLOAD = 52, O_TYPE = 53, O_SERVER = 54, O_PARAMS = 55, O_CLIENT_ID = 61, O_END = 255 };
enum mtype { M_NONE, DISCOVER, OFFER, REQUEST, DECLINE, ACK, NAK, RELEASE, INFORM };
enum lstate { L_FREE, L_OFFERED, L_BOUND, L_DECLINED };
enum drop { D_NONE, D_OP, D_HW, D_MAGIC, D_OPTION, D_NO_TYPE, D_NOT_OURS, D_NO_LEASE, D_EXHAUSTED };

struct request {
    uint16_t xid;
    uint32_t ciaddr, want_ip, server;
    uint32_t lease;
    uint8_t mac[6];
    uint8_t type, overload;
    char host[10];
    uint8_t client_id[8], client_id_len;
    uint8_t params[8], nparams;
    bool has_server, has_want;
};

struct lease {
    enum lstate state;
    uint8_t mac[6];
    uint32_t expires;
    char host[10];
};

struct server {
    struct lease pool[POOL];
    uint32_t now;
};

struct answer {
    uint8_t type;
    uint32_t yiaddr, lease;
    uint8_t opts[40];
    size_t nopts;
};

static uint32_t be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static bool valid_host(const char *s, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool alnum = (s[i] >= 'a' && s[i] <= 'z') || (s[i] >= '0' && s[i] <= '9');
        if (!alnum && !(s[i] == '-' && i > 0 && i + 1 < n))
            return false;
    }
    return n > 0;
}

static bool take_option(struct request *r, uint8_t code, const uint8_t *v, uint8_t n)
{
    switch (code) {
    case O_REQ_IP:
        if (n != 4)
            return false;
        r->want_ip = be32(v);
        r->has_want = true;
        return true;
    case O_SERVER:
        if (n != 4)
            return false;
        r->server = be32(v);
        r->has_server = true;
        return true;
    case O_LEASE:
        if (n != 4)
            return false;
        r->lease = be32(v);
        return true;
    case O_TYPE:
        if (n != 1 || v[0] < DISCOVER || v[0] > INFORM || r->type != M_NONE)
            return false;
        r->type = v[0];
        return true;
    case O_OVERLOAD:
        if (n != 1 || v[0] > 3)
            return false;
        r->overload = v[0];
        return true;
    case O_HOST:
        if (n >= sizeof r->host || !valid_host((const char *)v, n))
            return false;
        memcpy(r->host, v, n);
        r->host[n] = '\0';
        return true;
    case O_CLIENT_ID:
        if (n < 2 || n > sizeof r->client_id)
            return false;
        memcpy(r->client_id, v, n);
        r->client_id_len = n;
        return true;
    case O_PARAMS:
        for (int i = 0; i < n && r->nparams < sizeof r->params; i++)
            r->params[r->nparams++] = v[i]; /* split options add up */
        return true;
    default:
        return true;
    }
}

static bool walk_options(struct request *r, const uint8_t *p, size_t len)
{
    size_t i = 0;
    while (i < len) {
        uint8_t code = p[i++];
        if (code == O_PAD)
            continue;
        if (code == O_END)
            return true;
        if (i == len || p[i] > len - i - 1)
            return false;
        if (!take_option(r, code, p + i + 1, p[i]))
            return false;
        i += 1u + p[i];
    }
    return false; /* no end option */
}

static enum drop parse_packet(const uint8_t *p, struct request *r)
{
    memset(r, 0, sizeof *r);
    if (p[0] != 1 || p[3] > 4)
        return D_OP;
    if (p[1] != 1 || p[2] != 6)
        return D_HW;
    r->xid = (uint16_t)(p[4] << 8 | p[5]);
    r->ciaddr = be32(p + 6);
    memcpy(r->mac, p + 10, 6);
    const uint8_t *sname = p + 16;
    if ((sname[SNAME_SIZE] << 8 | sname[SNAME_SIZE + 1]) != MAGIC)
        return D_MAGIC;
    if (!walk_options(r, sname + SNAME_SIZE + 2, OPT_SIZE))
        return D_OPTION;
    if ((r->overload & 2) && !walk_options(r, sname, SNAME_SIZE))
        return D_OPTION;
    return r->type == M_NONE ? D_NO_TYPE : D_NONE;
}

static int lease_of(const struct server *s, const uint8_t *mac)
{
    for (int i = 0; i < POOL; i++)
        if ((s->pool[i].state == L_OFFERED || s->pool[i].state == L_BOUND) &&
            memcmp(s->pool[i].mac, mac, 6) == 0)
            return i;
    return -1;
}

static int index_of(uint32_t ip)
{
    return ip >= POOL_BASE && ip < POOL_BASE + POOL ? (int)(ip - POOL_BASE) : -1;
}

static void expire(struct server *s)
{
    for (int i = 0; i < POOL; i++)
        if (s->pool[i].state != L_FREE && s->pool[i].expires <= s->now)
            memset(&s->pool[i], 0, sizeof s->pool[i]);
}

/* The address for a client: its own, the one it wants, or the first free. */
static int choose(const struct server *s, const struct request *r)
{
    int i = lease_of(s, r->mac);
    if (i >= 0)
        return i;
    i = r->has_want ? index_of(r->want_ip) : -1;
    if (i >= 0 && s->pool[i].state == L_FREE)
        return i;
    for (i = 0; i < POOL; i++)
        if (s->pool[i].state == L_FREE)
            return i;
    return -1;
}

static uint32_t lease_time(const struct request *r)
{
    if (r->lease == 0)
        return 60;
    return r->lease < 10 ? 10 : r->lease > 600 ? 600 : r->lease;
}

static void add_opt(struct answer *a, uint8_t code, uint32_t v)
{
    assert(a->nopts + 6 <= sizeof a->opts);
    a->opts[a->nopts++] = code;
    a->opts[a->nopts++] = 4;
    for (int sh = 24; sh >= 0; sh -= 8)
        a->opts[a->nopts++] = (uint8_t)(v >> sh);
}

static void fill_params(struct answer *a, const struct request *r)
{
    bool mask = false, router = false;
    for (int i = 0; i < r->nparams; i++) {
        if (r->params[i] == O_MASK && !mask) {
            add_opt(a, O_MASK, 0xFFFFFF00u);
            mask = true;
        } else if (r->params[i] == O_ROUTER && !router) {
            add_opt(a, O_ROUTER, SERVER_ID);
            router = true;
        }
    }
}

static enum drop bind_lease(struct server *s, const struct request *r, int i, struct answer *a)
{
    struct lease *l = &s->pool[i];
    l->state = r->type == DISCOVER ? L_OFFERED : L_BOUND;
    memcpy(l->mac, r->mac, 6);
    memcpy(l->host, r->host, sizeof l->host);
    a->type = r->type == DISCOVER ? OFFER : ACK;
    a->yiaddr = POOL_BASE + (uint32_t)i;
    a->lease = lease_time(r);
    l->expires = s->now + (r->type == DISCOVER ? OFFER_TIME : a->lease);
    add_opt(a, O_SERVER, SERVER_ID);
    add_opt(a, O_LEASE, a->lease);
    fill_params(a, r);
    return D_NONE;
}

static enum drop on_request(struct server *s, const struct request *r, struct answer *a)
{
    int mine = lease_of(s, r->mac);
    uint32_t ip = r->has_want ? r->want_ip : r->ciaddr;
    if (r->has_server && r->server != SERVER_ID) { /* took another server's offer */
        if (mine >= 0 && s->pool[mine].state == L_OFFERED)
            s->pool[mine].state = L_FREE;
        return D_NOT_OURS;
    }
    if (r->has_server && !r->has_want)
        return D_OPTION;
    int i = index_of(ip);
    if (mine < 0 && !r->has_server && i >= 0 && s->pool[i].state == L_FREE)
        return D_NO_LEASE; /* rebooting client we do not know: stay silent */
    if (i < 0 || i != mine) {
        a->type = NAK;
        return D_NONE;
    }
    return bind_lease(s, r, i, a);
}

static enum drop handle(struct server *s, const struct request *r, struct answer *a)
{
    int i;
    memset(a, 0, sizeof *a);
    expire(s);
    switch (r->type) {
    case DISCOVER:
        i = choose(s, r);
        return i < 0 ? D_EXHAUSTED : bind_lease(s, r, i, a);
    case REQUEST:
        return on_request(s, r, a);
    case RELEASE:
    case DECLINE:
        i = lease_of(s, r->mac);
        if (i < 0 || index_of(r->type == RELEASE ? r->ciaddr : r->want_ip) != i)
            return D_NO_LEASE;
        s->pool[i].state = r->type == RELEASE ? L_FREE : L_DECLINED;
        s->pool[i].expires = s->now + 300;
        return D_NONE;
    case INFORM:
        if (r->ciaddr == 0)
            return D_OPTION;
        a->type = ACK;
        fill_params(a, r);
        return D_NONE;
    default:
        return D_OP; /* a server's message */
    }
}

int main(void)
{
    uint8_t packet[PACKET_SIZE], second[6 + 10];
    struct server s;
    struct request r, again;
    struct answer a;
    klee_make_symbolic(packet, sizeof packet, "packet");
    klee_make_symbolic(second, sizeof second, "second");

    memset(&s, 0, sizeof s);
    s.now = 100;
    s.pool[0] = (struct lease){ L_BOUND, { 2, 0, 0, 0, 0, 1 }, 400, "printer" };
    s.pool[1] = (struct lease){ L_OFFERED, { 2, 0, 0, 0, 0, 2 }, 103, "" };
    enum drop d = parse_packet(packet, &r);
    if (d == D_NONE)
        d = handle(&s, &r, &a);
    if (d != D_NONE)
        return (int)d;
    printf("type %u ip %08x lease %u\n", a.type, (unsigned)a.yiaddr, (unsigned)a.lease);

    /* A second, follow-up message: new options from the same (or another) client. */
    again = r;
    again.type = M_NONE;
    memcpy(again.mac, second, 6);
    s.now += second[6];
    if (!walk_options(&again, second + 7, sizeof second - 7) || again.type == M_NONE)
        return 20;
    d = handle(&s, &again, &a);
    return d != D_NONE ? 20 + (int)d : 40 + a.type;
}
