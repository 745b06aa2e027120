/* LRU cache with time-to-live, pinning and dirty write-back to a small backing
 * store, driven by a script of binary commands; the lists are checked as it goes. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define SCRIPT_SIZE 36
#define SLOTS 4
#define BUCKETS 3
#define STORE_SIZE 16
#define NIL (-1)

enum op { OP_GET, OP_PUT, OP_DEL, OP_PIN, OP_UNPIN, OP_TICK, OP_FLUSH, OP_RESIZE, OP_SCAN, OP_COUNT };

struct entry {
    uint8_t key, value;
    bool used, dirty;
    uint8_t pins;
    uint16_t expires; /* 0: never */
    int prev, next;   /* recency list */
    int chain;        /* hash chain */
};

struct cache {
    struct entry e[SLOTS];
    int head, tail; /* head is the most recent */
    int bucket[BUCKETS];
    int capacity, count;
    uint16_t now;
    uint8_t store[STORE_SIZE];
    unsigned hits, misses, evictions, writebacks, expired, refused;
};

static void cache_init(struct cache *c)
{
    memset(c, 0, sizeof *c);
    c->head = c->tail = NIL;
    for (int i = 0; i < BUCKETS; i++)
        c->bucket[i] = NIL;
    for (int i = 0; i < STORE_SIZE; i++)
        c->store[i] = (uint8_t)(i * 7 + 3);
    c->capacity = SLOTS;
    c->now = 1;
}

static int bucket_of(uint8_t key)
{
    return (key ^ (key >> 3)) % BUCKETS;
}

static void list_remove(struct cache *c, int i)
{
    struct entry *e = &c->e[i];
    if (e->prev != NIL)
        c->e[e->prev].next = e->next;
    else
        c->head = e->next;
    if (e->next != NIL)
        c->e[e->next].prev = e->prev;
    else
        c->tail = e->prev;
}

static void list_push_front(struct cache *c, int i)
{
    c->e[i].prev = NIL;
    c->e[i].next = c->head;
    if (c->head != NIL)
        c->e[c->head].prev = i;
    else
        c->tail = i;
    c->head = i;
}

static void hash_insert(struct cache *c, int i)
{
    int b = bucket_of(c->e[i].key);
    c->e[i].chain = c->bucket[b];
    c->bucket[b] = i;
}

static void hash_remove(struct cache *c, int i)
{
    int *link = &c->bucket[bucket_of(c->e[i].key)];
    while (*link != i)
        link = &c->e[*link].chain;
    *link = c->e[i].chain;
}

static int find(const struct cache *c, uint8_t key)
{
    for (int i = c->bucket[bucket_of(key)]; i != NIL; i = c->e[i].chain)
        if (c->e[i].key == key)
            return i;
    return NIL;
}

static void write_back(struct cache *c, int i)
{
    if (!c->e[i].dirty)
        return;
    c->store[c->e[i].key % STORE_SIZE] = c->e[i].value;
    c->e[i].dirty = false;
    c->writebacks++;
}

static void drop(struct cache *c, int i)
{
    hash_remove(c, i);
    list_remove(c, i);
    c->e[i].used = false;
    c->e[i].pins = 0;
    c->count--;
}

/* Drops the least recent entry that is not pinned. */
static bool evict_one(struct cache *c)
{
    for (int i = c->tail; i != NIL; i = c->e[i].prev) {
        if (c->e[i].pins > 0)
            continue;
        write_back(c, i);
        drop(c, i);
        c->evictions++;
        return true;
    }
    return false;
}

static void expire(struct cache *c)
{
    for (int i = 0; i < SLOTS; i++) {
        struct entry *e = &c->e[i];
        if (!e->used || e->expires == 0 || e->expires > c->now)
            continue;
        if (e->pins > 0) {
            e->expires = (uint16_t)(c->now + 1); /* a pinned entry gets a respite */
            continue;
        }
        write_back(c, i);
        drop(c, i);
        c->expired++;
    }
}

static int take_slot(struct cache *c)
{
    if (c->count >= c->capacity && !evict_one(c))
        return NIL;
    for (int i = 0; i < SLOTS; i++)
        if (!c->e[i].used)
            return i;
    return NIL;
}

static int insert(struct cache *c, uint8_t key, uint8_t value)
{
    int i = take_slot(c);
    if (i == NIL) {
        c->refused++;
        return NIL;
    }
    c->e[i] = (struct entry){ .key = key, .value = value, .used = true };
    list_push_front(c, i);
    hash_insert(c, i);
    c->count++;
    return i;
}

static int cache_get(struct cache *c, uint8_t key)
{
    int i = find(c, key);
    if (i != NIL) {
        c->hits++;
        list_remove(c, i);
        list_push_front(c, i);
        return c->e[i].value;
    }
    c->misses++;
    i = insert(c, key, c->store[key % STORE_SIZE]);
    return i == NIL ? -1 : c->e[i].value;
}

static int cache_put(struct cache *c, uint8_t key, uint8_t value, uint8_t ttl)
{
    int i = find(c, key);
    if (i == NIL) {
        i = insert(c, key, value);
        if (i == NIL) { /* write through */
            c->store[key % STORE_SIZE] = value;
            return 1;
        }
    } else {
        list_remove(c, i);
        list_push_front(c, i);
    }
    c->e[i].dirty = c->e[i].value != value || c->store[key % STORE_SIZE] != value;
    c->e[i].value = value;
    c->e[i].expires = ttl ? (uint16_t)(c->now + ttl) : 0;
    return 0;
}

static int cache_pin(struct cache *c, uint8_t key, bool on)
{
    int i = find(c, key);
    if (i == NIL)
        return -1;
    if (on) {
        if (c->e[i].pins == 3)
            return -2;
        c->e[i].pins++;
    } else {
        if (c->e[i].pins == 0)
            return -3;
        c->e[i].pins--;
    }
    return c->e[i].pins;
}

static bool cache_resize(struct cache *c, int capacity)
{
    if (capacity < 1 || capacity > SLOTS)
        return false;
    while (c->count > capacity)
        if (!evict_one(c))
            return false;
    c->capacity = capacity;
    return true;
}

static void check(const struct cache *c)
{
    int n = 0, last = NIL, hashed = 0;
    for (int i = c->head; i != NIL; i = c->e[i].next) {
        assert(c->e[i].used);
        assert(c->e[i].prev == last);
        last = i;
        n++;
        assert(n <= SLOTS);
    }
    assert(last == c->tail);
    for (int b = 0; b < BUCKETS; b++)
        for (int i = c->bucket[b]; i != NIL; i = c->e[i].chain)
            hashed++;
    assert(n == c->count && hashed == n);
    assert(c->count <= c->capacity);
}

/* One command: op byte, then operands by kind. Returns the bytes used, 0 at the end. */
static size_t step(struct cache *c, const uint8_t *p, size_t left, int *last)
{
    static const uint8_t operands[OP_COUNT] = { 1, 3, 1, 1, 1, 1, 0, 1, 0 };
    uint8_t op = p[0];
    if (op >= OP_COUNT || left < 1u + operands[op])
        return 0;
    switch ((enum op)op) {
    case OP_GET: *last = cache_get(c, p[1]); break;
    case OP_PUT: *last = cache_put(c, p[1], p[2], p[3]); break;
    case OP_DEL: {
        int i = find(c, p[1]);
        *last = i == NIL ? -1 : c->e[i].pins > 0 ? -2 : 0;
        if (*last == 0)
            drop(c, i); /* deliberately without write-back */
        break;
    }
    case OP_PIN: *last = cache_pin(c, p[1], true); break;
    case OP_UNPIN: *last = cache_pin(c, p[1], false); break;
    case OP_TICK:
        c->now = (uint16_t)(c->now + p[1]);
        expire(c);
        break;
    case OP_FLUSH:
        for (int i = c->tail; i != NIL; i = c->e[i].prev)
            write_back(c, i);
        break;
    case OP_RESIZE: *last = cache_resize(c, p[1]); break;
    case OP_SCAN:
        *last = 0;
        for (int i = c->head; i != NIL; i = c->e[i].next)
            *last += c->e[i].value;
        break;
    case OP_COUNT: break;
    }
    return 1u + operands[op];
}

int main(void)
{
    uint8_t script[SCRIPT_SIZE];
    struct cache c;
    int last = 0;
    klee_make_symbolic(script, sizeof script, "script");

    cache_init(&c);
    for (size_t i = 0; i < sizeof script;) {
        size_t used = step(&c, script + i, sizeof script - i, &last);
        if (used == 0)
            break;
        check(&c);
        i += used;
    }
    printf("hits %u misses %u evicted %u written %u\n", c.hits, c.misses, c.evictions, c.writebacks);
    if (c.refused)
        return 3;
    if (c.expired > 1)
        return 2;
    return last < 0 ? 1 : 0;
}
