/* CAN signal decoder: extracts bit-packed signals (Intel and Motorola order)
 * from received frames, checks ranges and keeps vehicle state and fault flags. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define NUM_FRAMES 5

/* Wire form of a frame as queued by the driver. */
struct raw_frame {
    uint8_t id_hi, id_lo;
    uint8_t dlc;
    uint8_t data[8];
};

enum byte_order { INTEL, MOTOROLA };

struct signal {
    const char *name;
    uint8_t start; /* least significant bit (Intel), most significant bit (Motorola) */
    uint8_t length;
    enum byte_order order;
    bool is_signed;
    int32_t factor, offset;
    int32_t min, max;
};

enum { SIG_MAX = 4 };

struct message {
    uint16_t id;
    uint8_t dlc;
    uint8_t nsignals;
    bool counter; /* low nibble of the last byte is a rolling counter */
    struct signal sig[SIG_MAX];
};

static const struct message messages[] = {
    { 0x0C1, 8, 4, true, {
        { "rpm", 0, 16, INTEL, false, 1, 0, 0, 9000 },
        { "torque", 16, 12, INTEL, true, 1, 0, -1000, 1000 },
        { "coolant", 32, 8, INTEL, false, 1, -40, -40, 150 },
        { "throttle", 40, 7, INTEL, false, 1, 0, 0, 100 } } },
    { 0x1A0, 6, 3, true, {
        { "speed", 7, 12, MOTOROLA, false, 1, 0, 0, 3000 },
        { "gear", 11, 4, MOTOROLA, false, 1, 0, 0, 8 },
        { "steer", 23, 14, MOTOROLA, true, 2, 0, -9000, 9000 } } },
    { 0x2F3, 2, 2, false, {
        { "doors", 0, 4, INTEL, false, 1, 0, 0, 15 },
        { "belt", 4, 2, INTEL, false, 1, 0, 0, 2 } } },
    { 0x7DF, 8, 0, false, { { 0 } } },
};

enum {
    FAULT_RANGE = 1,
    FAULT_COUNTER = 2,
    FAULT_DLC = 4,
    FAULT_UNKNOWN = 8,
    FAULT_PLAUSIBILITY = 16
};

struct vehicle {
    int32_t rpm, torque, coolant, throttle;
    int32_t speed, gear, steer;
    int32_t doors, belt;
    uint8_t last_counter[4];
    bool seen[4];
    unsigned faults;
    unsigned decoded;
    uint8_t diag_reply[8];
    uint8_t diag_len;
};

static int find_message(uint16_t id)
{
    for (size_t i = 0; i < sizeof messages / sizeof messages[0]; i++)
        if (messages[i].id == id)
            return (int)i;
    return -1;
}

static unsigned get_bit(const uint8_t *data, unsigned bit)
{
    return (data[bit / 8] >> (bit % 8)) & 1u;
}

static uint32_t extract_intel(const uint8_t *data, unsigned start, unsigned len)
{
    uint32_t v = 0;
    for (unsigned i = 0; i < len; i++)
        v |= (uint32_t)get_bit(data, start + i) << i;
    return v;
}

static uint32_t extract_motorola(const uint8_t *data, unsigned start, unsigned len)
{
    uint32_t v = 0;
    unsigned bit = start;
    for (unsigned i = 0; i < len; i++) {
        v = v << 1 | get_bit(data, bit);
        if (bit % 8 == 0)
            bit += 15; /* on to the top bit of the following byte */
        else
            bit--;
    }
    return v;
}

static int32_t sign_extend(uint32_t v, unsigned len)
{
    uint32_t sign = 1u << (len - 1);
    if (v & sign)
        return (int32_t)v - (int32_t)(sign << 1);
    return (int32_t)v;
}

static int32_t decode_signal(const struct signal *s, const uint8_t *data)
{
    uint32_t raw = s->order == INTEL ? extract_intel(data, s->start, s->length)
                                     : extract_motorola(data, s->start, s->length);
    int32_t v = s->is_signed ? sign_extend(raw, s->length) : (int32_t)raw;
    return v * s->factor + s->offset;
}

static int32_t *field_for(struct vehicle *v, const char *name)
{
    static const struct { const char *name; size_t off; } fields[] = {
        { "rpm", offsetof(struct vehicle, rpm) },
        { "torque", offsetof(struct vehicle, torque) },
        { "coolant", offsetof(struct vehicle, coolant) },
        { "throttle", offsetof(struct vehicle, throttle) },
        { "speed", offsetof(struct vehicle, speed) },
        { "gear", offsetof(struct vehicle, gear) },
        { "steer", offsetof(struct vehicle, steer) },
        { "doors", offsetof(struct vehicle, doors) },
        { "belt", offsetof(struct vehicle, belt) },
    };
    for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++)
        if (strcmp(fields[i].name, name) == 0)
            return (int32_t *)(void *)((char *)v + fields[i].off);
    return NULL;
}

static void check_counter(struct vehicle *v, int index, const uint8_t *data, uint8_t dlc)
{
    uint8_t counter = data[dlc - 1] & 0x0F;
    if (v->seen[index]) {
        uint8_t expected = (v->last_counter[index] + 1) & 0x0F;
        if (counter != expected)
            v->faults |= FAULT_COUNTER;
    }
    v->last_counter[index] = counter;
    v->seen[index] = true;
}

/* ISO-TP single frame with a small set of OBD services. */
static void handle_diag(struct vehicle *v, const uint8_t *data)
{
    uint8_t pci = data[0] >> 4, len = data[0] & 0x0F;
    if (pci != 0 || len == 0 || len > 7)
        return;
    uint8_t service = data[1];
    uint8_t *out = v->diag_reply;
    if (service == 0x01 && len == 2) {
        out[1] = 0x41;
        out[2] = data[2];
        switch (data[2]) {
        case 0x05:
            out[3] = (uint8_t)(v->coolant + 40);
            v->diag_len = 4;
            break;
        case 0x0C:
            out[3] = (uint8_t)((v->rpm * 4) >> 8);
            out[4] = (uint8_t)(v->rpm * 4);
            v->diag_len = 5;
            break;
        case 0x0D:
            out[3] = (uint8_t)(v->speed / 10);
            v->diag_len = 4;
            break;
        default:
            v->diag_len = 0;
            return;
        }
    } else if (service == 0x04 && len == 1) {
        /* clear faults, only when standing still */
        if (v->speed == 0 && v->rpm == 0) {
            v->faults = 0;
            out[1] = 0x44;
            v->diag_len = 2;
        } else {
            out[1] = 0x7F;
            out[2] = 0x04;
            out[3] = 0x22;
            v->diag_len = 4;
        }
    } else {
        out[1] = 0x7F;
        out[2] = service;
        out[3] = 0x11;
        v->diag_len = 4;
    }
    out[0] = (uint8_t)(v->diag_len - 1);
}

static void plausibility(struct vehicle *v)
{
    if (v->speed > 200 && v->doors != 0)
        v->faults |= FAULT_PLAUSIBILITY;
    if (v->gear == 0 && v->speed > 100 && v->throttle > 80)
        v->faults |= FAULT_PLAUSIBILITY;
    if (v->rpm == 0 && v->torque > 0)
        v->faults |= FAULT_PLAUSIBILITY;
}

static void handle_frame(struct vehicle *v, const struct raw_frame *f)
{
    uint16_t id = (uint16_t)((f->id_hi & 0x07) << 8 | f->id_lo);
    int index = find_message(id);
    if (index < 0) {
        v->faults |= FAULT_UNKNOWN;
        return;
    }
    const struct message *m = &messages[index];
    if (f->dlc > 8 || f->dlc < m->dlc) {
        v->faults |= FAULT_DLC;
        return;
    }
    if (m->nsignals == 0) {
        handle_diag(v, f->data);
        return;
    }
    if (m->counter)
        check_counter(v, index, f->data, m->dlc);
    for (int i = 0; i < m->nsignals; i++) {
        const struct signal *s = &m->sig[i];
        int32_t value = decode_signal(s, f->data);
        if (value < s->min || value > s->max) {
            v->faults |= FAULT_RANGE;
            continue; /* keep the last good value */
        }
        int32_t *field = field_for(v, s->name);
        if (field) {
            *field = value;
            v->decoded++;
        }
    }
    plausibility(v);
}

static const char *summary(const struct vehicle *v)
{
    if (v->faults & FAULT_PLAUSIBILITY)
        return "limp home";
    if (v->coolant > 120)
        return "overheat";
    if (v->speed > 0 && v->belt == 0)
        return "belt warning";
    if (v->faults)
        return "degraded";
    return v->decoded ? "normal" : "no data";
}

int main(void)
{
    struct raw_frame queue[NUM_FRAMES];
    struct vehicle v;
    klee_make_symbolic(queue, sizeof queue, "queue");
    memset(&v, 0, sizeof v);
    for (int i = 0; i < NUM_FRAMES; i++)
        handle_frame(&v, &queue[i]);
    printf("%s, faults 0x%02x, diag %u\n", summary(&v), v.faults, v.diag_len);
    return (int)v.faults;
}
