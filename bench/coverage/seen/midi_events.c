/* MIDI file track reader: header and track chunks, variable-length times,
 * running status, meta events, and a small voice table for sounding notes. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define FILE_SIZE 72
#define CHANNELS 16
#define VOICES 6

enum midi_error {
    MIDI_OK, MIDI_HEADER, MIDI_FORMAT, MIDI_DIVISION, MIDI_SHORT, MIDI_CHUNK, MIDI_VARLEN,
    MIDI_STATUS, MIDI_META, MIDI_DATA, MIDI_NO_END
};

struct voice {
    bool on, sustained;
    uint8_t channel, note, velocity;
    uint32_t start;
};

struct channel {
    uint8_t program, volume, pan;
    bool pedal;
    int16_t bend;
    uint8_t rpn_hi, rpn_lo;
    uint8_t bend_range;
};

struct player {
    const uint8_t *data;
    size_t len, pos, end; /* end of the current chunk */
    enum midi_error err;
    uint16_t division, tracks, format;
    uint32_t time;
    uint32_t tempo; /* microseconds per quarter note */
    uint8_t running;
    uint8_t beats, beat_unit;
    int8_t sharps;
    bool minor;
    struct channel ch[CHANNELS];
    struct voice voices[VOICES];
    int stolen, notes, hanging, sysex;
    uint32_t sounding; /* ticks summed over all notes */
    bool ended;
};

static bool fail(struct player *p, enum midi_error e)
{
    if (p->err == MIDI_OK)
        p->err = e;
    return false;
}

static uint8_t get8(struct player *p)
{
    if (p->pos >= p->end) {
        fail(p, MIDI_SHORT);
        return 0;
    }
    return p->data[p->pos++];
}

static uint32_t get_be(struct player *p, int bytes)
{
    uint32_t v = 0;
    while (bytes-- > 0)
        v = v << 8 | get8(p);
    return v;
}

static uint8_t get_data(struct player *p)
{
    uint8_t b = get8(p);
    if (b & 0x80)
        fail(p, MIDI_DATA);
    return b & 0x7F;
}

static uint32_t get_varlen(struct player *p)
{
    uint32_t v = 0;
    for (int i = 0; i < 4; i++) {
        uint8_t b = get8(p);
        v = v << 7 | (b & 0x7F);
        if (!(b & 0x80))
            return v;
    }
    fail(p, MIDI_VARLEN);
    return 0;
}

static void voice_end(struct player *p, struct voice *v)
{
    p->sounding += p->time - v->start;
    v->on = false;
    v->sustained = false;
}

static struct voice *find_voice(struct player *p, uint8_t channel, uint8_t note)
{
    for (int i = 0; i < VOICES; i++) {
        struct voice *v = &p->voices[i];
        if (v->on && v->channel == channel && v->note == note)
            return v;
    }
    return NULL;
}

/* A free voice, or else the quietest, oldest one is taken over. */
static struct voice *alloc_voice(struct player *p)
{
    struct voice *best = NULL;
    for (int i = 0; i < VOICES; i++) {
        struct voice *v = &p->voices[i];
        if (!v->on)
            return v;
        if (!best || v->velocity < best->velocity ||
            (v->velocity == best->velocity && v->start < best->start))
            best = v;
    }
    p->stolen++;
    voice_end(p, best);
    return best;
}

static void note_off(struct player *p, uint8_t channel, uint8_t note)
{
    struct voice *v = find_voice(p, channel, note);
    if (!v)
        return;
    if (p->ch[channel].pedal)
        v->sustained = true;
    else
        voice_end(p, v);
}

static void note_on(struct player *p, uint8_t channel, uint8_t note, uint8_t velocity)
{
    if (velocity == 0) {
        note_off(p, channel, note);
        return;
    }
    struct voice *v = find_voice(p, channel, note);
    if (v)
        voice_end(p, v); /* retrigger */
    else
        v = alloc_voice(p);
    v->on = true;
    v->sustained = false;
    v->channel = channel;
    v->note = note;
    v->velocity = velocity;
    v->start = p->time;
    p->notes++;
}

static void release_channel(struct player *p, uint8_t channel, bool only_sustained)
{
    for (int i = 0; i < VOICES; i++) {
        struct voice *v = &p->voices[i];
        if (v->on && v->channel == channel && (v->sustained || !only_sustained))
            voice_end(p, v);
    }
}

static void control_change(struct player *p, uint8_t channel, uint8_t num, uint8_t value)
{
    struct channel *c = &p->ch[channel];
    switch (num) {
    case 7: c->volume = value; break;
    case 10: c->pan = value; break;
    case 64:
        c->pedal = value >= 64;
        if (!c->pedal)
            release_channel(p, channel, true);
        break;
    case 100: c->rpn_lo = value; break;
    case 101: c->rpn_hi = value; break;
    case 6: /* data entry for the selected parameter */
        if (c->rpn_hi == 0 && c->rpn_lo == 0)
            c->bend_range = value <= 24 ? value : 24;
        break;
    case 121:
        c->bend = 0;
        c->pedal = false;
        release_channel(p, channel, true);
        break;
    case 120:
    case 123: release_channel(p, channel, false); break;
    default: break;
    }
}

static void channel_event(struct player *p, uint8_t status)
{
    uint8_t channel = status & 0x0F;
    uint8_t a = get_data(p), b = 0;
    if ((status & 0xF0) != 0xC0 && (status & 0xF0) != 0xD0)
        b = get_data(p);
    if (p->err != MIDI_OK)
        return;
    switch (status & 0xF0) {
    case 0x80: note_off(p, channel, a); break;
    case 0x90: note_on(p, channel, a, b); break;
    case 0xB0: control_change(p, channel, a, b); break;
    case 0xC0: p->ch[channel].program = a; break;
    case 0xE0: p->ch[channel].bend = (int16_t)((b << 7 | a) - 8192); break;
    default: break; /* pressure */
    }
}

static void skip(struct player *p, uint32_t n)
{
    if (n > p->end - p->pos) {
        fail(p, MIDI_SHORT);
        return;
    }
    p->pos += n;
}

static void meta_event(struct player *p)
{
    uint8_t type = get8(p);
    uint32_t len = get_varlen(p);
    if (p->err != MIDI_OK)
        return;
    switch (type) {
    case 0x2F: /* end of track */
        if (len != 0)
            fail(p, MIDI_META);
        p->ended = true;
        break;
    case 0x51:
        if (len != 3) {
            fail(p, MIDI_META);
            return;
        }
        p->tempo = get_be(p, 3);
        if (p->tempo == 0)
            fail(p, MIDI_META);
        break;
    case 0x58:
        if (len != 4) {
            fail(p, MIDI_META);
            return;
        }
        p->beats = get8(p);
        p->beat_unit = get8(p);
        skip(p, 2);
        if (p->beats == 0 || p->beat_unit > 6)
            fail(p, MIDI_META);
        break;
    case 0x59:
        if (len != 2) {
            fail(p, MIDI_META);
            return;
        }
        p->sharps = (int8_t)get8(p);
        p->minor = get8(p) == 1;
        if (p->sharps < -7 || p->sharps > 7)
            fail(p, MIDI_META);
        break;
    default:
        skip(p, len); /* text and unknown events */
        break;
    }
}

static void next_event(struct player *p)
{
    uint32_t delta = get_varlen(p);
    if (p->err != MIDI_OK)
        return;
    p->time += delta;
    uint8_t status = get8(p);
    if (p->err != MIDI_OK)
        return;
    if (status < 0x80) {
        if (p->running == 0) {
            fail(p, MIDI_STATUS);
            return;
        }
        p->pos--; /* the byte was data: running status */
        channel_event(p, p->running);
    } else if (status < 0xF0) {
        p->running = status;
        channel_event(p, status);
    } else if (status == 0xFF) {
        p->running = 0;
        meta_event(p);
    } else if (status == 0xF0 || status == 0xF7) {
        p->running = 0;
        p->sysex++;
        uint32_t len = get_varlen(p);
        skip(p, len);
    } else {
        fail(p, MIDI_STATUS);
    }
}

static bool read_header(struct player *p)
{
    p->end = p->len;
    if (get_be(p, 4) != 0x4D546864 || get_be(p, 4) != 6) /* "MThd" */
        return fail(p, MIDI_HEADER);
    p->format = (uint16_t)get_be(p, 2);
    p->tracks = (uint16_t)get_be(p, 2);
    p->division = (uint16_t)get_be(p, 2);
    if (p->format > 1 || p->tracks == 0 || (p->format == 0 && p->tracks != 1))
        return fail(p, MIDI_FORMAT);
    if (p->division == 0 || (p->division & 0x8000))
        return fail(p, MIDI_DIVISION); /* SMPTE times are not supported */
    return true;
}

static bool read_track(struct player *p)
{
    p->end = p->len;
    uint32_t id = get_be(p, 4), len = get_be(p, 4);
    if (p->err != MIDI_OK)
        return false;
    if (len > p->len - p->pos)
        return fail(p, MIDI_CHUNK);
    p->end = p->pos + len;
    if (id != 0x4D54726B) { /* not "MTrk": skip an alien chunk */
        p->pos = p->end;
        return true;
    }
    p->time = 0;
    p->running = 0;
    p->ended = false;
    while (!p->ended && p->err == MIDI_OK && p->pos < p->end)
        next_event(p);
    if (p->err != MIDI_OK)
        return false;
    if (!p->ended)
        return fail(p, MIDI_NO_END);
    for (int i = 0; i < VOICES; i++) {
        if (p->voices[i].on) {
            p->hanging++;
            voice_end(p, &p->voices[i]);
        }
    }
    p->pos = p->end;
    return true;
}

int main(void)
{
    uint8_t data[FILE_SIZE];
    static struct player p;
    klee_make_symbolic(data, sizeof data, "file");
    p.data = data;
    p.len = sizeof data;
    p.tempo = 500000;
    for (int i = 0; i < CHANNELS; i++) {
        p.ch[i].volume = 100;
        p.ch[i].bend_range = 2;
    }
    int done = 0;
    if (read_header(&p))
        while (done < p.tracks && p.pos < p.len && read_track(&p))
            done++;
    printf("error %d tracks %d notes %d stolen %d hanging %d ticks %u\n", (int)p.err, done, p.notes,
           p.stolen, p.hanging, (unsigned)p.sounding);
    return (int)p.err;
}
