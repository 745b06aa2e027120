/* Modbus/TCP slave: checks the MBAP header, executes the common function codes
 * on a small register bank and builds the reply or exception frame. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define FRAME_SIZE 32
#define REPLY_SIZE 64
#define NUM_COILS 24
#define NUM_INPUTS 12
#define NUM_HOLDING 16
#define MAX_READ_REGS 12
#define UNIT_ID 0x11

enum { EX_NONE = 0, EX_FUNCTION = 1, EX_ADDRESS = 2, EX_VALUE = 3, EX_FAILURE = 4 };

struct bank {
    bool coils[NUM_COILS];
    uint16_t inputs[NUM_INPUTS];
    uint16_t holding[NUM_HOLDING];
    bool locked;
    uint16_t writes;
};

struct pdu {
    const uint8_t *data; /* after the function code */
    size_t len;
};

struct reply {
    uint8_t buf[REPLY_SIZE];
    size_t len;
};

static uint16_t rd16(const uint8_t *p)
{
    return (uint16_t)(p[0] << 8 | p[1]);
}

static void put8(struct reply *r, uint8_t v)
{
    if (r->len < sizeof r->buf)
        r->buf[r->len++] = v;
}

static void put16(struct reply *r, uint16_t v)
{
    put8(r, (uint8_t)(v >> 8));
    put8(r, (uint8_t)v);
}

static void bank_init(struct bank *b)
{
    memset(b, 0, sizeof *b);
    for (int i = 0; i < NUM_INPUTS; i++)
        b->inputs[i] = (uint16_t)(100 + i * 7);
    b->holding[0] = 0x0102; /* firmware version, read-only */
    b->holding[1] = 50;     /* set point */
    b->coils[3] = true;
}

static bool range_ok(uint16_t start, uint16_t count, uint16_t limit)
{
    return start < limit && count <= limit - start;
}

static int read_coils(const struct bank *b, struct pdu p, struct reply *r)
{
    if (p.len != 4)
        return EX_VALUE;
    uint16_t start = rd16(p.data), count = rd16(p.data + 2);
    if (count == 0 || count > 2000)
        return EX_VALUE;
    if (!range_ok(start, count, NUM_COILS))
        return EX_ADDRESS;
    put8(r, (uint8_t)((count + 7) / 8));
    uint8_t acc = 0;
    for (uint16_t i = 0; i < count; i++) {
        if (b->coils[start + i])
            acc |= (uint8_t)(1u << (i % 8));
        if (i % 8 == 7 || i + 1 == count) {
            put8(r, acc);
            acc = 0;
        }
    }
    return EX_NONE;
}

static int read_registers(const uint16_t *regs, uint16_t limit, struct pdu p, struct reply *r)
{
    if (p.len != 4)
        return EX_VALUE;
    uint16_t start = rd16(p.data), count = rd16(p.data + 2);
    if (count == 0 || count > MAX_READ_REGS)
        return EX_VALUE;
    if (!range_ok(start, count, limit))
        return EX_ADDRESS;
    put8(r, (uint8_t)(count * 2));
    for (uint16_t i = 0; i < count; i++)
        put16(r, regs[start + i]);
    return EX_NONE;
}

static int write_coil(struct bank *b, struct pdu p, struct reply *r)
{
    if (p.len != 4)
        return EX_VALUE;
    uint16_t addr = rd16(p.data), value = rd16(p.data + 2);
    if (value != 0x0000 && value != 0xFF00)
        return EX_VALUE;
    if (addr >= NUM_COILS)
        return EX_ADDRESS;
    if (addr == 0) /* coil 0 is the configuration lock */
        b->locked = value != 0;
    b->coils[addr] = value != 0;
    b->writes++;
    put16(r, addr);
    put16(r, value);
    return EX_NONE;
}

/* Checks shared by every holding register write. */
static int store_register(struct bank *b, uint16_t addr, uint16_t value)
{
    if (addr >= NUM_HOLDING || addr == 0)
        return EX_ADDRESS;
    if (b->locked && addr >= 8)
        return EX_FAILURE;
    if (addr == 1 && value > 400)
        return EX_VALUE;
    b->holding[addr] = value;
    b->writes++;
    return EX_NONE;
}

static int write_register(struct bank *b, struct pdu p, struct reply *r)
{
    if (p.len != 4)
        return EX_VALUE;
    uint16_t addr = rd16(p.data), value = rd16(p.data + 2);
    int ex = store_register(b, addr, value);
    if (ex != EX_NONE)
        return ex;
    put16(r, addr);
    put16(r, value);
    return EX_NONE;
}

static int write_multiple(struct bank *b, struct pdu p, struct reply *r)
{
    if (p.len < 5)
        return EX_VALUE;
    uint16_t start = rd16(p.data), count = rd16(p.data + 2);
    uint8_t bytes = p.data[4];
    if (count == 0 || count > 123 || bytes != count * 2 || p.len != 5u + bytes)
        return EX_VALUE;
    if (!range_ok(start, count, NUM_HOLDING))
        return EX_ADDRESS;
    for (uint16_t i = 0; i < count; i++) {
        int ex = store_register(b, (uint16_t)(start + i), rd16(p.data + 5 + 2 * i));
        if (ex != EX_NONE)
            return ex;
    }
    put16(r, start);
    put16(r, count);
    return EX_NONE;
}

static int mask_write(struct bank *b, struct pdu p, struct reply *r)
{
    if (p.len != 6)
        return EX_VALUE;
    uint16_t addr = rd16(p.data), and_mask = rd16(p.data + 2), or_mask = rd16(p.data + 4);
    if (addr >= NUM_HOLDING)
        return EX_ADDRESS;
    uint16_t v = (uint16_t)((b->holding[addr] & and_mask) | (or_mask & ~and_mask));
    int ex = store_register(b, addr, v);
    if (ex != EX_NONE)
        return ex;
    for (int i = 0; i < 6; i++)
        put8(r, p.data[i]);
    return EX_NONE;
}

static int read_write(struct bank *b, struct pdu p, struct reply *r)
{
    if (p.len < 9)
        return EX_VALUE;
    uint16_t wstart = rd16(p.data + 4), wcount = rd16(p.data + 6);
    if (wcount == 0 || wcount > 121 || p.data[8] != wcount * 2 || p.len != 9u + p.data[8])
        return EX_VALUE;
    for (uint16_t i = 0; i < wcount; i++) {
        int ex = store_register(b, (uint16_t)(wstart + i), rd16(p.data + 9 + 2 * i));
        if (ex != EX_NONE)
            return ex;
    }
    struct pdu read_part = { p.data, 4 };
    return read_registers(b->holding, NUM_HOLDING, read_part, r);
}

static int diagnostics(struct bank *b, struct pdu p, struct reply *r)
{
    if (p.len != 4)
        return EX_VALUE;
    uint16_t sub = rd16(p.data), data = rd16(p.data + 2);
    put16(r, sub);
    switch (sub) {
    case 0: /* echo */
        put16(r, data);
        return EX_NONE;
    case 10: /* clear counters */
        if (data != 0)
            return EX_VALUE;
        b->writes = 0;
        put16(r, 0);
        return EX_NONE;
    case 11:
        put16(r, b->writes);
        return EX_NONE;
    default:
        return EX_FUNCTION;
    }
}

static int execute(struct bank *b, uint8_t fc, struct pdu p, struct reply *r)
{
    switch (fc) {
    case 0x01: return read_coils(b, p, r);
    case 0x03: return read_registers(b->holding, NUM_HOLDING, p, r);
    case 0x04: return read_registers(b->inputs, NUM_INPUTS, p, r);
    case 0x05: return write_coil(b, p, r);
    case 0x06: return write_register(b, p, r);
    case 0x08: return diagnostics(b, p, r);
    case 0x10: return write_multiple(b, p, r);
    case 0x16: return mask_write(b, p, r);
    case 0x17: return read_write(b, p, r);
    default: return EX_FUNCTION;
    }
}

/* Handle one frame; returns the bytes consumed, 0 when the stream is unusable. */
static size_t handle_frame(struct bank *b, const uint8_t *in, size_t len, struct reply *r)
{
    r->len = 0;
    if (len < 8)
        return 0;
    uint16_t tid = rd16(in), proto = rd16(in + 2), flen = rd16(in + 4);
    uint8_t unit = in[6];
    if (proto != 0 || flen < 2 || flen > len - 6)
        return 0;
    if (unit != UNIT_ID && unit != 0)
        return 6u + flen; /* addressed to somebody else */
    uint8_t fc = in[7];
    struct pdu p = { in + 8, flen - 2u };

    put16(r, tid);
    put16(r, 0);
    put16(r, 0); /* length, patched below */
    put8(r, unit);
    put8(r, fc);
    int ex = execute(b, fc, p, r);
    if (ex != EX_NONE) {
        r->len = 7;
        put8(r, fc | 0x80);
        put8(r, (uint8_t)ex);
    }
    r->buf[4] = (uint8_t)((r->len - 6) >> 8);
    r->buf[5] = (uint8_t)(r->len - 6);
    if (unit == 0)
        r->len = 0; /* broadcast: no reply */
    return 6u + flen;
}

int main(void)
{
    uint8_t stream[FRAME_SIZE];
    struct bank bank;
    struct reply reply;
    klee_make_symbolic(stream, sizeof stream, "stream");

    bank_init(&bank);
    size_t pos = 0;
    int frames = 0, errors = 0;
    while (pos < sizeof stream) {
        size_t used = handle_frame(&bank, stream + pos, sizeof stream - pos, &reply);
        if (used == 0)
            break;
        pos += used;
        frames++;
        if (reply.len > 7 && (reply.buf[7] & 0x80))
            errors++;
    }
    printf("frames %d errors %d writes %u\n", frames, errors, bank.writes);
    return errors;
}
