/* First-fit memory allocator over a fixed arena, driven by a command stream of
 * alloc/free/realloc/shrink requests, with a heap consistency checker. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <assert.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define ARENA 256
#define UNIT 4
#define MIN_BLOCK 8
#define SLOTS 6
#define NUM_COMMANDS 14

/* Block header kept at the start of each block; payload follows. */
struct header {
    uint16_t size; /* whole block, a multiple of UNIT */
    uint8_t used;
    uint8_t owner;
};

#define HDR ((uint16_t)sizeof(struct header))
#define NIL 0xFFFF

struct heap {
    uint8_t arena[ARENA];
    uint16_t rover; /* next-fit start position */
    unsigned allocs, frees, failures;
};

struct client {
    uint16_t at[SLOTS]; /* block offset or NIL */
    uint16_t want[SLOTS];
    uint8_t fill[SLOTS];
};

struct command {
    uint8_t op;
    uint8_t arg;
};

static struct header get(const struct heap *h, uint16_t off)
{
    struct header hd;
    memcpy(&hd, h->arena + off, sizeof hd);
    return hd;
}

static void put(struct heap *h, uint16_t off, uint16_t size, bool used, uint8_t owner)
{
    struct header hd = { size, used, owner };
    memcpy(h->arena + off, &hd, sizeof hd);
}

static void heap_init(struct heap *h)
{
    memset(h, 0, sizeof *h);
    put(h, 0, ARENA, false, 0);
}

static uint16_t round_size(uint16_t n)
{
    uint16_t total = (uint16_t)(n + HDR);
    total = (uint16_t)((total + UNIT - 1) / UNIT * UNIT);
    return total < MIN_BLOCK ? MIN_BLOCK : total;
}

/* Cut a block to need bytes, leaving the rest as a free block. */
static void split_block(struct heap *h, uint16_t off, uint16_t need)
{
    struct header hd = get(h, off);
    uint16_t rest = (uint16_t)(hd.size - need);
    if (rest < MIN_BLOCK)
        return;
    put(h, off, need, hd.used, hd.owner);
    put(h, (uint16_t)(off + need), rest, false, 0);
}

static bool merge_next(struct heap *h, uint16_t off)
{
    struct header hd = get(h, off);
    uint16_t next = (uint16_t)(off + hd.size);
    if (next >= ARENA)
        return false;
    struct header nh = get(h, next);
    if (nh.used)
        return false;
    put(h, off, (uint16_t)(hd.size + nh.size), hd.used, hd.owner);
    if (h->rover == next)
        h->rover = off;
    return true;
}

static uint16_t prev_block(const struct heap *h, uint16_t off)
{
    uint16_t prev = NIL;
    for (uint16_t at = 0; at < off; at = (uint16_t)(at + get(h, at).size))
        prev = at;
    return prev;
}

/* Scan [from, to) for a free block that is large enough. */
static uint16_t scan(const struct heap *h, uint16_t from, uint16_t to, uint16_t need)
{
    for (uint16_t at = from; at < to; ) {
        struct header hd = get(h, at);
        if (!hd.used && hd.size >= need)
            return at;
        at = (uint16_t)(at + hd.size);
    }
    return NIL;
}

static uint16_t heap_alloc(struct heap *h, uint16_t n, uint8_t owner)
{
    uint16_t need = round_size(n);
    uint16_t at = scan(h, h->rover, ARENA, need);
    if (at == NIL)
        at = scan(h, 0, h->rover, need);
    if (at == NIL) {
        h->failures++;
        return NIL;
    }
    put(h, at, get(h, at).size, true, owner);
    split_block(h, at, need);
    h->rover = at;
    h->allocs++;
    return at;
}

static void heap_free(struct heap *h, uint16_t off)
{
    struct header hd = get(h, off);
    put(h, off, hd.size, false, 0);
    merge_next(h, off);
    uint16_t prev = prev_block(h, off);
    if (prev != NIL && !get(h, prev).used)
        merge_next(h, prev);
    h->frees++;
}

static void heap_shrink(struct heap *h, uint16_t off, uint16_t n)
{
    uint16_t need = round_size(n);
    struct header hd = get(h, off);
    if (need >= hd.size)
        return;
    split_block(h, off, need);
    uint16_t tail = (uint16_t)(off + get(h, off).size);
    if (tail < ARENA && !get(h, tail).used)
        merge_next(h, tail);
}

/* Grow in place when the following block allows it, move otherwise. */
static uint16_t heap_realloc(struct heap *h, uint16_t off, uint16_t n)
{
    struct header hd = get(h, off);
    uint16_t need = round_size(n);
    if (need <= hd.size) {
        heap_shrink(h, off, n);
        return off;
    }
    uint16_t next = (uint16_t)(off + hd.size);
    if (next < ARENA) {
        struct header nh = get(h, next);
        if (!nh.used && hd.size + nh.size >= need) {
            uint16_t total = (uint16_t)(hd.size + nh.size);
            put(h, off, total, true, hd.owner);
            split_block(h, off, need);
            if (h->rover == next && total - need >= UNIT)
                h->rover = (uint16_t)(off + need);
            else if (h->rover == next)
                h->rover = off;
            return off;
        }
    }
    uint16_t moved = heap_alloc(h, n, hd.owner);
    if (moved == NIL)
        return NIL;
    memcpy(h->arena + moved + HDR, h->arena + off + HDR, (size_t)(hd.size - HDR));
    heap_free(h, off);
    return moved;
}

/* Walk all blocks: sizes add up, no adjacent free blocks, the rover is valid. */
static void check_heap(const struct heap *h)
{
    bool prev_free = false, rover_ok = false;
    uint16_t at = 0;
    while (at < ARENA) {
        struct header hd = get(h, at);
        assert(hd.size >= MIN_BLOCK && hd.size % UNIT == 0);
        assert(at + hd.size <= ARENA);
        assert(!(prev_free && !hd.used));
        if (at == h->rover)
            rover_ok = true;
        prev_free = !hd.used;
        at = (uint16_t)(at + hd.size);
    }
    assert(rover_ok);
}

static void fill_payload(struct heap *h, const struct client *c, int slot)
{
    memset(h->arena + c->at[slot] + HDR, c->fill[slot], c->want[slot]);
}

static bool payload_intact(const struct heap *h, const struct client *c, int slot, uint16_t n)
{
    for (uint16_t i = 0; i < n; i++)
        if (h->arena[c->at[slot] + HDR + i] != c->fill[slot])
            return false;
    return true;
}

static void cmd_alloc(struct heap *h, struct client *c, int slot, uint16_t n)
{
    if (c->at[slot] != NIL)
        return;
    uint16_t at = heap_alloc(h, n, (uint8_t)slot);
    if (at == NIL)
        return;
    c->at[slot] = at;
    c->want[slot] = n;
    c->fill[slot]++;
    fill_payload(h, c, slot);
}

static void cmd_free(struct heap *h, struct client *c, int slot)
{
    if (c->at[slot] == NIL)
        return;
    assert(payload_intact(h, c, slot, c->want[slot]));
    heap_free(h, c->at[slot]);
    c->at[slot] = NIL;
}

static void cmd_resize(struct heap *h, struct client *c, int slot, uint16_t n)
{
    if (c->at[slot] == NIL)
        return;
    uint16_t keep = n < c->want[slot] ? n : c->want[slot];
    uint16_t at = heap_realloc(h, c->at[slot], n);
    if (at == NIL)
        return;
    c->at[slot] = at;
    assert(payload_intact(h, c, slot, keep));
    c->want[slot] = n;
    fill_payload(h, c, slot);
}

static void run_command(struct heap *h, struct client *c, struct command cmd)
{
    int slot = (cmd.op >> 2) % SLOTS;
    uint16_t n = cmd.arg & 0x7F;
    switch (cmd.op & 3) {
    case 0:
        cmd_alloc(h, c, slot, n);
        break;
    case 1:
        cmd_free(h, c, slot);
        break;
    case 2:
        cmd_resize(h, c, slot, n);
        break;
    default: /* free all of one parity */
        for (int i = slot % 2; i < SLOTS; i += 2)
            cmd_free(h, c, i);
        break;
    }
}

int main(void)
{
    struct command cmds[NUM_COMMANDS];
    static struct heap h;
    struct client c;
    klee_make_symbolic(cmds, sizeof cmds, "commands");

    heap_init(&h);
    memset(&c, 0, sizeof c);
    for (int i = 0; i < SLOTS; i++)
        c.at[i] = NIL;
    for (int i = 0; i < NUM_COMMANDS; i++) {
        run_command(&h, &c, cmds[i]);
        check_heap(&h);
    }
    printf("allocs %u frees %u failures %u\n", h.allocs, h.frees, h.failures);
    return h.failures > 0;
}
