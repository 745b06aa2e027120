/* MQTT 3.1.1 broker side: decodes control packets from a stream, keeps one session
 * with subscriptions, retained messages and QoS 1/2 handshakes, and matches topics. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define STREAM_SIZE 72
#define MAX_SUBS 3
#define MAX_RETAINED 2
#define MAX_INFLIGHT 3
#define TOPIC_SIZE 12
#define LEVELS 4

enum packet { CONNECT = 1, CONNACK, PUBLISH, PUBACK, PUBREC, PUBREL, PUBCOMP, SUBSCRIBE, SUBACK, UNSUBSCRIBE, UNSUBACK, PINGREQ, PINGRESP, DISCONNECT };
enum result { R_OK, R_MORE, R_PROTOCOL, R_LENGTH, R_FLAGS, R_STRING, R_TOPIC, R_FULL, R_CLOSED };

struct cursor {
    const uint8_t *p;
    size_t left;
    bool bad;
};

struct sub {
    char filter[TOPIC_SIZE + 1];
    uint8_t qos;
    bool used;
};

struct retained {
    char topic[TOPIC_SIZE + 1];
    uint8_t len, first;
};

struct session {
    bool connected, clean, will;
    struct sub sub[MAX_SUBS];
    struct retained ret[MAX_RETAINED];
    int nret;
    uint16_t inflight[MAX_INFLIGHT]; /* QoS 2 ids waiting for PUBREL, 0 free */
    int delivered, acks, pings;
};

struct levels {
    int n;
    uint8_t len[LEVELS];
    const char *start[LEVELS];
};

static uint8_t get8(struct cursor *c)
{
    if (c->left == 0) {
        c->bad = true;
        return 0;
    }
    c->left--;
    return *c->p++;
}

static uint16_t get16(struct cursor *c)
{
    uint8_t hi = get8(c);
    return (uint16_t)(hi << 8 | get8(c));
}

/* Copies a length-prefixed string, at most size-1 bytes; no NUL inside. */
static bool get_string(struct cursor *c, char *dst, size_t size, size_t *len)
{
    size_t n = get16(c);
    if (c->bad || n > c->left || n >= size)
        return false;
    for (size_t i = 0; i < n; i++) {
        dst[i] = (char)get8(c);
        if (dst[i] == '\0')
            return false;
    }
    dst[n] = '\0';
    *len = n;
    return true;
}

/* Variable-length remaining length, up to four bytes. */
static enum result remaining_length(struct cursor *c, size_t *len)
{
    unsigned shift = 0;
    *len = 0;
    for (int i = 0; i < 4; i++) {
        uint8_t b = get8(c);
        if (c->bad)
            return R_MORE;
        *len |= (size_t)(b & 0x7F) << shift;
        if (!(b & 0x80))
            return *len > c->left ? R_MORE : R_OK;
        shift += 7;
    }
    return R_LENGTH;
}

/* Cuts a topic in levels; false when there are too many. */
static bool split(const char *topic, struct levels *l)
{
    l->n = 0;
    for (const char *p = topic;; p++) {
        const char *start = p;
        while (*p && *p != '/')
            p++;
        if (l->n > LEVELS)
            return false;
        l->start[l->n] = start;
        l->len[l->n] = (uint8_t)(p - start);
        l->n++;
        if (!*p)
            return true;
    }
}

static bool valid_filter(const char *f)
{
    struct levels l;
    if (!*f || !split(f, &l))
        return false;
    for (int i = 0; i < l.n; i++) {
        for (int k = 0; k < l.len[i]; k++) {
            char c = l.start[i][k];
            if ((c == '+' || c == '#') && l.len[i] != 1)
                return false;
            if (c == '#' && i != l.n - 1)
                return false;
        }
    }
    return true;
}

static bool matches(const char *filter, const char *topic)
{
    struct levels f, t;
    if (!split(filter, &f) || !split(topic, &t))
        return false;
    if (topic[0] == '$' && (filter[0] == '+' || filter[0] == '#'))
        return false;
    for (int i = 0; i < f.n; i++) {
        if (*f.start[i] == '#')
            return true;
        if (i >= t.n)
            return false;
        if (*f.start[i] == '+' && f.len[i] == 1)
            continue;
        if (f.len[i] != t.len[i] || memcmp(f.start[i], t.start[i], f.len[i]) != 0)
            return false;
    }
    return f.n == t.n;
}

static enum result on_connect(struct session *s, struct cursor *c)
{
    char name[8], text[TOPIC_SIZE + 1];
    size_t n;
    if (s->connected)
        return R_PROTOCOL;
    if (!get_string(c, name, sizeof name, &n) || strcmp(name, "MQTT") != 0)
        return R_PROTOCOL;
    if (get8(c) != 4)
        return R_PROTOCOL;
    uint8_t flags = get8(c);
    get16(c); /* keep-alive, not used */
    if (c->bad || (flags & 1))
        return R_FLAGS;
    s->clean = flags & 2;
    s->will = flags & 4;
    if ((flags >> 3 & 3) == 3 || (!s->will && (flags & 0x38)))
        return R_FLAGS;
    if ((flags & 0x40) && !(flags & 0x80))
        return R_FLAGS; /* password without user */
    if (!get_string(c, text, sizeof text, &n))
        return R_STRING;
    if (n == 0 && !s->clean)
        return R_PROTOCOL;
    int extra = (s->will ? 2 : 0) + (flags >> 7) + (flags >> 6 & 1);
    for (int i = 0; i < extra; i++)
        if (!get_string(c, text, sizeof text, &n))
            return R_STRING;
    s->connected = true;
    return R_OK;
}

static int find_inflight(const struct session *s, uint16_t id)
{
    for (int i = 0; i < MAX_INFLIGHT; i++)
        if (s->inflight[i] == id)
            return i;
    return -1;
}

static enum result retain(struct session *s, const char *topic, const struct cursor *c)
{
    int i = 0;
    while (i < s->nret && strcmp(s->ret[i].topic, topic) != 0)
        i++;
    if (c->left == 0) { /* an empty payload clears it */
        if (i < s->nret)
            s->ret[i] = s->ret[--s->nret];
        return R_OK;
    }
    if (i == MAX_RETAINED)
        return R_FULL;
    if (i == s->nret)
        s->nret++;
    strcpy(s->ret[i].topic, topic);
    s->ret[i].len = (uint8_t)c->left;
    s->ret[i].first = c->p[0];
    return R_OK;
}

static enum result on_publish(struct session *s, struct cursor *c, uint8_t flags)
{
    char topic[TOPIC_SIZE + 1];
    size_t n;
    uint8_t qos = flags >> 1 & 3;
    bool dup = flags & 8;
    if (qos == 3 || (dup && qos == 0))
        return R_FLAGS;
    if (!get_string(c, topic, sizeof topic, &n))
        return R_STRING;
    if (n == 0 || strchr(topic, '+') || strchr(topic, '#'))
        return R_TOPIC;
    if (qos > 0) {
        uint16_t id = get16(c);
        if (c->bad || id == 0)
            return R_PROTOCOL;
        s->acks++;
        if (qos == 2) {
            if (find_inflight(s, id) >= 0)
                return dup ? R_OK : R_PROTOCOL; /* already have it */
            int slot = find_inflight(s, 0);
            if (slot < 0)
                return R_FULL;
            s->inflight[slot] = id;
        }
    }
    for (int i = 0; i < MAX_SUBS; i++)
        if (s->sub[i].used && matches(s->sub[i].filter, topic))
            s->delivered++;
    return flags & 1 ? retain(s, topic, c) : R_OK;
}

static enum result on_subscribe(struct session *s, struct cursor *c, bool add)
{
    char filter[TOPIC_SIZE + 1];
    size_t n;
    if (get16(c) == 0 || c->left == 0)
        return R_PROTOCOL;
    while (c->left > 0) {
        int slot = -1;
        if (!get_string(c, filter, sizeof filter, &n))
            return R_STRING;
        if (!valid_filter(filter))
            return R_TOPIC;
        for (int i = MAX_SUBS - 1; i >= 0; i--)
            if (!s->sub[i].used && add && slot < 0)
                slot = i;
        for (int i = 0; i < MAX_SUBS; i++)
            if (s->sub[i].used && strcmp(s->sub[i].filter, filter) == 0)
                slot = i;
        if (!add) {
            if (slot >= 0)
                s->sub[slot].used = false;
            continue;
        }
        uint8_t qos = get8(c);
        if (c->bad || qos > 2)
            return R_FLAGS;
        if (slot < 0)
            return R_FULL;
        s->sub[slot].used = true;
        s->sub[slot].qos = qos;
        strcpy(s->sub[slot].filter, filter);
        for (int i = 0; i < s->nret; i++)
            if (matches(filter, s->ret[i].topic))
                s->delivered++;
    }
    s->acks++;
    return R_OK;
}

static enum result on_ack(struct session *s, struct cursor *c, enum packet type)
{
    uint16_t id = get16(c);
    if (c->bad || id == 0 || c->left > 0)
        return R_LENGTH;
    if (type == PUBREL) {
        int i = find_inflight(s, id);
        if (i < 0)
            return R_PROTOCOL;
        s->inflight[i] = 0;
        s->acks++;
    }
    return R_OK;
}

static enum result dispatch(struct session *s, uint8_t first, struct cursor *c)
{
    enum packet type = (enum packet)(first >> 4);
    uint8_t flags = first & 15;
    uint8_t expected = type == PUBREL || type == SUBSCRIBE || type == UNSUBSCRIBE ? 2 : 0;
    if (!s->connected && type != CONNECT)
        return R_PROTOCOL;
    if (type != PUBLISH && flags != expected)
        return R_FLAGS;
    switch (type) {
    case CONNECT: return on_connect(s, c);
    case PUBLISH: return on_publish(s, c, flags);
    case PUBACK: case PUBREC: case PUBREL: case PUBCOMP: return on_ack(s, c, type);
    case SUBSCRIBE: return on_subscribe(s, c, true);
    case UNSUBSCRIBE: return on_subscribe(s, c, false);
    case PINGREQ:
        s->pings++;
        return c->left ? R_LENGTH : R_OK;
    case DISCONNECT:
        s->will = false;
        return R_CLOSED;
    default: return R_PROTOCOL;
    }
}

int main(void)
{
    uint8_t stream[STREAM_SIZE];
    struct session s;
    enum result r = R_OK;
    klee_make_symbolic(stream, sizeof stream, "stream");

    memset(&s, 0, sizeof s);
    struct cursor c = { stream, sizeof stream, false };
    while (r == R_OK && c.left > 0) {
        size_t len;
        uint8_t first = get8(&c);
        r = remaining_length(&c, &len);
        if (r != R_OK)
            break;
        struct cursor body = { c.p, len, false };
        c.p += len;
        c.left -= len;
        r = dispatch(&s, first, &body);
    }
    printf("delivered %d acks %d pings %d%s\n", s.delivered, s.acks, s.pings, s.will ? " will" : "");
    return (int)r;
}
