/* DEFLATE decoder for small streams: stored, fixed and dynamic Huffman blocks
 * with canonical code tables and LZ77 back references into a bounded output. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define INPUT_SIZE 40
#define OUTPUT_MAX 128
#define MAX_BITS 15
#define LIT_CODES 288
#define DIST_CODES 30

enum inf_error {
    INF_OK, INF_INPUT, INF_OUTPUT, INF_TYPE, INF_STORED, INF_CODE, INF_OVERSUB,
    INF_INCOMPLETE, INF_LENGTHS, INF_DISTANCE, INF_SYMBOL
};

struct state {
    const uint8_t *in;
    size_t in_len, in_pos;
    uint32_t bit_buf;
    int bit_cnt;
    uint8_t out[OUTPUT_MAX];
    size_t out_len;
    enum inf_error err;
    int blocks, matches;
};

/* Canonical code: per length the first code value, how many codes there are and
 * where their symbols start in the sorted symbol list. */
struct huffman {
    struct {
        uint16_t first, count, start;
    } row[MAX_BITS + 1];
    uint16_t symbol[LIT_CODES];
    int used;
};

static int set_error(struct state *s, enum inf_error e)
{
    if (s->err == INF_OK)
        s->err = e;
    return -1;
}

static int get_bits(struct state *s, int n)
{
    while (s->bit_cnt < n) {
        if (s->in_pos == s->in_len) {
            set_error(s, INF_INPUT);
            return 0;
        }
        s->bit_buf |= (uint32_t)s->in[s->in_pos++] << s->bit_cnt;
        s->bit_cnt += 8;
    }
    int v = (int)(s->bit_buf & ((1u << n) - 1));
    s->bit_buf >>= n;
    s->bit_cnt -= n;
    return v;
}

static bool put_byte(struct state *s, uint8_t b)
{
    if (s->out_len == OUTPUT_MAX) {
        set_error(s, INF_OUTPUT);
        return false;
    }
    s->out[s->out_len++] = b;
    return true;
}

/* Assign codes to symbols from their code lengths. A set may be incomplete only
 * when it has at most one code. */
static enum inf_error build_table(struct huffman *h, const uint8_t *lengths, int n)
{
    uint32_t code = 0, space = 0;
    memset(h, 0, sizeof *h);
    for (int len = 1; len <= MAX_BITS; len++) {
        code <<= 1;
        h->row[len].first = (uint16_t)code;
        h->row[len].start = (uint16_t)h->used;
        for (int i = 0; i < n; i++) {
            if (lengths[i] == len) {
                h->symbol[h->used++] = (uint16_t)i;
                h->row[len].count++;
                code++;
            }
        }
        space += (uint32_t)h->row[len].count << (MAX_BITS - len);
        if (space > 1u << MAX_BITS)
            return INF_OVERSUB;
    }
    if (space != 1u << MAX_BITS && h->used > 1)
        return INF_INCOMPLETE;
    return INF_OK;
}

static int decode_symbol(struct state *s, const struct huffman *h)
{
    uint32_t code = 0;
    for (int len = 1; len <= MAX_BITS; len++) {
        code = code << 1 | (uint32_t)get_bits(s, 1);
        if (s->err != INF_OK)
            return -1;
        uint32_t nth = code - h->row[len].first;
        if (code >= h->row[len].first && nth < h->row[len].count)
            return h->symbol[h->row[len].start + nth];
    }
    return set_error(s, INF_CODE);
}

static int length_value(struct state *s, int symbol)
{
    static const uint16_t base[29] = { 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35,
                                       43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258 };
    static const uint8_t extra[29] = { 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3,
                                       3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0 };
    int i = symbol - 257;
    if (i >= 29)
        return set_error(s, INF_SYMBOL);
    return base[i] + get_bits(s, extra[i]);
}

static int distance_value(struct state *s, int symbol)
{
    if (symbol >= DIST_CODES)
        return set_error(s, INF_SYMBOL);
    if (symbol < 4)
        return symbol + 1;
    int extra = symbol / 2 - 1;
    return ((2 + (symbol & 1)) << extra) + 1 + get_bits(s, extra);
}

static bool copy_match(struct state *s, int length, int distance)
{
    if ((size_t)distance > s->out_len) {
        set_error(s, INF_DISTANCE);
        return false;
    }
    s->matches++;
    for (int i = 0; i < length; i++)
        if (!put_byte(s, s->out[s->out_len - (size_t)distance]))
            return false;
    return true;
}

static void decode_codes(struct state *s, const struct huffman *lit, const struct huffman *dist)
{
    for (;;) {
        int sym = decode_symbol(s, lit);
        if (s->err != INF_OK)
            return;
        if (sym < 256) {
            if (!put_byte(s, (uint8_t)sym))
                return;
        } else if (sym == 256) {
            return;
        } else {
            int length = length_value(s, sym);
            if (s->err != INF_OK)
                return;
            int dsym = decode_symbol(s, dist);
            if (s->err != INF_OK)
                return;
            int distance = distance_value(s, dsym);
            if (s->err != INF_OK || !copy_match(s, length, distance))
                return;
        }
    }
}

static void block_stored(struct state *s)
{
    s->bit_buf = 0; /* the rest of the current byte is padding */
    s->bit_cnt = 0;
    int len = get_bits(s, 16), check = get_bits(s, 16);
    if (s->err != INF_OK)
        return;
    if (len != (~check & 0xFFFF)) {
        set_error(s, INF_STORED);
        return;
    }
    for (int i = 0; i < len; i++) {
        int b = get_bits(s, 8);
        if (s->err != INF_OK || !put_byte(s, (uint8_t)b))
            return;
    }
}

static void block_fixed(struct state *s)
{
    static struct huffman lit, dist;
    uint8_t lengths[LIT_CODES];
    memset(lengths, 8, 144);
    memset(lengths + 144, 9, 112);
    memset(lengths + 256, 7, 24);
    memset(lengths + 280, 8, 8);
    build_table(&lit, lengths, LIT_CODES);
    memset(lengths, 5, DIST_CODES);
    build_table(&dist, lengths, DIST_CODES);
    decode_codes(s, &lit, &dist);
}

/* Read n code lengths that are themselves Huffman and run-length coded. */
static bool read_lengths(struct state *s, const struct huffman *h, uint8_t *lengths, int n)
{
    int i = 0;
    while (i < n) {
        int sym = decode_symbol(s, h);
        if (s->err != INF_OK)
            return false;
        if (sym < 16) {
            lengths[i++] = (uint8_t)sym;
            continue;
        }
        uint8_t value = 0;
        int repeat;
        if (sym == 16) {
            if (i == 0)
                return set_error(s, INF_LENGTHS) == 0;
            value = lengths[i - 1];
            repeat = 3 + get_bits(s, 2);
        } else if (sym == 17) {
            repeat = 3 + get_bits(s, 3);
        } else {
            repeat = 11 + get_bits(s, 7);
        }
        if (s->err != INF_OK)
            return false;
        if (i + repeat > n)
            return set_error(s, INF_LENGTHS) == 0;
        while (repeat-- > 0)
            lengths[i++] = value;
    }
    return true;
}

static void block_dynamic(struct state *s)
{
    static const uint8_t order[19] = { 16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15 };
    static struct huffman lit, dist;
    uint8_t lengths[LIT_CODES + 32] = { 0 };
    int nlen = get_bits(s, 5) + 257, ndist = get_bits(s, 5) + 1, ncode = get_bits(s, 4) + 4;
    if (s->err != INF_OK)
        return;
    if (nlen > 286 || ndist > DIST_CODES) {
        set_error(s, INF_LENGTHS);
        return;
    }
    for (int i = 0; i < ncode; i++)
        lengths[order[i]] = (uint8_t)get_bits(s, 3);
    if (s->err != INF_OK)
        return;
    enum inf_error e = build_table(&lit, lengths, 19);
    if (e != INF_OK) {
        set_error(s, e);
        return;
    }
    uint8_t all[LIT_CODES + 32] = { 0 };
    if (!read_lengths(s, &lit, all, nlen + ndist))
        return;
    if (all[256] == 0) {
        set_error(s, INF_LENGTHS); /* no end-of-block code */
        return;
    }
    e = build_table(&lit, all, nlen);
    if (e == INF_OK)
        e = build_table(&dist, all + nlen, ndist);
    if (e != INF_OK) {
        set_error(s, e);
        return;
    }
    decode_codes(s, &lit, &dist);
}

static enum inf_error inflate(struct state *s)
{
    int last;
    do {
        last = get_bits(s, 1);
        int type = get_bits(s, 2);
        if (s->err != INF_OK)
            break;
        s->blocks++;
        switch (type) {
        case 0: block_stored(s); break;
        case 1: block_fixed(s); break;
        case 2: block_dynamic(s); break;
        default: set_error(s, INF_TYPE); break;
        }
    } while (!last && s->err == INF_OK);
    return s->err;
}

int main(void)
{
    uint8_t input[INPUT_SIZE];
    static struct state s;
    klee_make_symbolic(input, sizeof input, "input");
    s.in = input;
    s.in_len = sizeof input;
    enum inf_error e = inflate(&s);
    unsigned sum = 0;
    for (size_t i = 0; i < s.out_len; i++)
        sum = sum * 31 + s.out[i];
    printf("error %d blocks %d matches %d out %zu sum %u\n", (int)e, s.blocks, s.matches, s.out_len, sum);
    return (int)e;
}
