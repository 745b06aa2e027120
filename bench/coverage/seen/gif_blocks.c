/* GIF reader: walks header, colour tables, extensions and image blocks, and
 * decodes the LZW data of each frame into a small canvas with transparency. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define FILE_SIZE 88
#define MAX_SIDE 8
#define MAX_CODES 128
#define MAX_COLORS 16

enum gif_error {
    GIF_OK, GIF_SIGNATURE, GIF_SHORT, GIF_SIZE, GIF_BLOCK, GIF_EXTENSION,
    GIF_CODE_SIZE, GIF_CODE, GIF_NO_TABLE, GIF_COLORS
};

enum disposal { KEEP_NONE, KEEP, TO_BACKGROUND, TO_PREVIOUS };

struct color {
    uint8_t r, g, b;
};

struct palette {
    struct color c[MAX_COLORS];
    int n;
};

struct control {
    enum disposal disposal;
    bool transparent;
    uint8_t index;
    uint16_t delay;
};

struct frame {
    int left, top, width, height;
    bool interlaced;
};

struct gif {
    const uint8_t *data;
    size_t len, pos;
    enum gif_error err;
    int width, height;
    struct palette global;
    uint8_t background;
    struct color canvas[MAX_SIDE * MAX_SIDE];
    struct color saved[MAX_SIDE * MAX_SIDE];
    struct control ctl;
    int frames, loops, comments;
    unsigned duration;
};

/* LZW dictionary: each code is a previous code plus one index. */
struct lzw {
    uint16_t prefix[MAX_CODES];
    uint8_t suffix[MAX_CODES];
    uint8_t length[MAX_CODES];
    int next, clear, width, min_width;
};

/* Bits spread over data sub-blocks. */
struct bit_reader {
    struct gif *g;
    uint32_t buf;
    int bits;
    uint8_t left; /* bytes left in the current sub-block */
    bool done;
};

static bool fail(struct gif *g, enum gif_error e)
{
    if (g->err == GIF_OK)
        g->err = e;
    return false;
}

static uint8_t get8(struct gif *g)
{
    if (g->pos >= g->len) {
        fail(g, GIF_SHORT);
        return 0;
    }
    return g->data[g->pos++];
}

static uint16_t get16(struct gif *g)
{
    uint16_t lo = get8(g);
    return (uint16_t)(lo | get8(g) << 8);
}

static bool read_palette(struct gif *g, uint8_t flags, struct palette *p)
{
    int n = 2 << (flags & 7);
    if (n > MAX_COLORS)
        return fail(g, GIF_COLORS);
    for (int i = 0; i < n; i++) {
        p->c[i].r = get8(g);
        p->c[i].g = get8(g);
        p->c[i].b = get8(g);
    }
    p->n = n;
    return g->err == GIF_OK;
}

static struct color background_color(const struct gif *g)
{
    struct color black = { 0, 0, 0 };
    return g->background < g->global.n ? g->global.c[g->background] : black;
}

static bool read_header(struct gif *g)
{
    char sig[6];
    for (int i = 0; i < 6; i++)
        sig[i] = (char)get8(g);
    if (memcmp(sig, "GIF87a", 6) != 0 && memcmp(sig, "GIF89a", 6) != 0)
        return fail(g, GIF_SIGNATURE);
    g->width = get16(g);
    g->height = get16(g);
    uint8_t flags = get8(g);
    g->background = get8(g);
    get8(g); /* aspect ratio */
    if (g->err != GIF_OK)
        return false;
    if (g->width == 0 || g->height == 0 || g->width > MAX_SIDE || g->height > MAX_SIDE)
        return fail(g, GIF_SIZE);
    if ((flags & 0x80) && !read_palette(g, flags, &g->global))
        return false;
    struct color bg = background_color(g);
    for (int i = 0; i < g->width * g->height; i++)
        g->canvas[i] = bg;
    return true;
}

static void skip_sub_blocks(struct gif *g)
{
    for (;;) {
        uint8_t n = get8(g);
        if (g->err != GIF_OK || n == 0)
            return;
        if (n > g->len - g->pos) {
            fail(g, GIF_SHORT);
            return;
        }
        g->pos += n;
    }
}

static bool read_control(struct gif *g)
{
    if (get8(g) != 4)
        return fail(g, GIF_EXTENSION);
    uint8_t flags = get8(g);
    g->ctl.delay = get16(g);
    g->ctl.index = get8(g);
    g->ctl.transparent = flags & 1;
    uint8_t d = (flags >> 2) & 7;
    g->ctl.disposal = d > TO_PREVIOUS ? KEEP_NONE : (enum disposal)d;
    if (get8(g) != 0)
        return fail(g, GIF_EXTENSION);
    return g->err == GIF_OK;
}

static bool read_application(struct gif *g)
{
    uint8_t n = get8(g);
    bool netscape = false;
    if (n == 11 && g->len - g->pos >= 11)
        netscape = memcmp(g->data + g->pos, "NETSCAPE2.0", 11) == 0;
    if (n > g->len - g->pos)
        return fail(g, GIF_SHORT);
    g->pos += n;
    if (netscape && g->len - g->pos >= 4 && g->data[g->pos] == 3 && g->data[g->pos + 1] == 1) {
        g->pos += 2;
        g->loops = get16(g);
    }
    skip_sub_blocks(g);
    return g->err == GIF_OK;
}

static bool read_extension(struct gif *g)
{
    uint8_t label = get8(g);
    switch (label) {
    case 0xF9:
        return read_control(g);
    case 0xFF:
        return read_application(g);
    case 0xFE:
        g->comments++;
        /* fall through */
    case 0x01:
        skip_sub_blocks(g);
        return g->err == GIF_OK;
    default:
        return fail(g, GIF_EXTENSION);
    }
}

static int read_code(struct bit_reader *br, int width)
{
    while (br->bits < width) {
        if (br->left == 0) {
            br->left = br->done ? 0 : get8(br->g);
            if (br->left == 0) {
                br->done = true;
                return -1;
            }
        }
        br->buf |= (uint32_t)get8(br->g) << br->bits;
        br->bits += 8;
        br->left--;
        if (br->g->err != GIF_OK)
            return -1;
    }
    int code = (int)(br->buf & ((1u << width) - 1));
    br->buf >>= width;
    br->bits -= width;
    return code;
}

static void lzw_reset(struct lzw *z)
{
    z->next = z->clear + 2;
    z->width = z->min_width + 1;
}

static void lzw_init(struct lzw *z, int min_width)
{
    memset(z, 0, sizeof *z);
    z->min_width = min_width;
    z->clear = 1 << min_width;
    for (int i = 0; i < z->clear; i++) {
        z->suffix[i] = (uint8_t)i;
        z->length[i] = 1;
    }
    lzw_reset(z);
}

static uint8_t first_index(const struct lzw *z, int code)
{
    while (z->length[code] > 1)
        code = z->prefix[code];
    return z->suffix[code];
}

static void lzw_add(struct lzw *z, int prev, uint8_t suffix)
{
    if (z->next >= MAX_CODES)
        return; /* table full: wait for a clear code */
    z->prefix[z->next] = (uint16_t)prev;
    z->suffix[z->next] = suffix;
    z->length[z->next] = (uint8_t)(z->length[prev] + 1);
    z->next++;
    if (z->next == 1 << z->width && z->width < 7)
        z->width++;
}

/* Row order for interlaced frames: four passes. */
static int row_for(const struct frame *f, int n)
{
    static const uint8_t start[4] = { 0, 4, 2, 1 }, step[4] = { 8, 8, 4, 2 };
    if (!f->interlaced)
        return n;
    for (int pass = 0; pass < 4; pass++)
        for (int row = start[pass]; row < f->height; row += step[pass])
            if (n-- == 0)
                return row;
    return 0;
}

static void put_pixel(struct gif *g, const struct frame *f, const struct palette *p, int n, uint8_t index)
{
    if (n >= f->width * f->height)
        return; /* surplus pixels are ignored */
    if (g->ctl.transparent && index == g->ctl.index)
        return;
    if (index >= p->n) {
        fail(g, GIF_COLORS);
        return;
    }
    int x = f->left + n % f->width, y = f->top + row_for(f, n / f->width);
    g->canvas[y * g->width + x] = p->c[index];
}

static void emit(struct gif *g, const struct frame *f, const struct palette *p, const struct lzw *z, int code, int *n)
{
    int len = z->length[code];
    for (int k = len - 1; k >= 0; k--) {
        put_pixel(g, f, p, *n + k, z->suffix[code]);
        code = z->prefix[code];
    }
    *n += len;
}

static bool decode_image(struct gif *g, const struct frame *f, const struct palette *p)
{
    static struct lzw z;
    struct bit_reader br = { g, 0, 0, 0, false };
    int min_width = get8(g), prev = -1, n = 0;
    if (min_width < 2 || min_width > 5)
        return fail(g, GIF_CODE_SIZE);
    lzw_init(&z, min_width);
    while (g->err == GIF_OK) {
        int code = read_code(&br, z.width);
        if (code < 0 || code == z.clear + 1)
            break;
        if (code == z.clear) {
            lzw_reset(&z);
            prev = -1;
            continue;
        }
        if (code > z.next || (code == z.next && prev < 0) || code >= MAX_CODES)
            return fail(g, GIF_CODE);
        if (prev >= 0)
            lzw_add(&z, prev, first_index(&z, code == z.next ? prev : code));
        if (code >= z.next)
            return fail(g, GIF_CODE); /* the table was full */
        emit(g, f, p, &z, code, &n);
        prev = code;
    }
    if (!br.done && g->err == GIF_OK) {
        g->pos += br.left <= g->len - g->pos ? br.left : g->len - g->pos;
        skip_sub_blocks(g);
    }
    return g->err == GIF_OK;
}

static void dispose(struct gif *g, const struct frame *f)
{
    if (g->ctl.disposal == TO_PREVIOUS)
        memcpy(g->canvas, g->saved, sizeof g->canvas);
    if (g->ctl.disposal == TO_BACKGROUND)
        for (int y = f->top; y < f->top + f->height; y++)
            for (int x = f->left; x < f->left + f->width; x++)
                g->canvas[y * g->width + x] = background_color(g);
    memset(&g->ctl, 0, sizeof g->ctl);
}

static bool read_image(struct gif *g)
{
    struct frame f;
    struct palette local = { .n = 0 };
    f.left = get16(g);
    f.top = get16(g);
    f.width = get16(g);
    f.height = get16(g);
    uint8_t flags = get8(g);
    if (g->err != GIF_OK)
        return false;
    f.interlaced = (flags & 0x40) != 0;
    if (f.width == 0 || f.height == 0 || f.left + f.width > g->width || f.top + f.height > g->height)
        return fail(g, GIF_SIZE);
    if ((flags & 0x80) && !read_palette(g, flags, &local))
        return false;
    const struct palette *p = local.n ? &local : &g->global;
    if (p->n == 0)
        return fail(g, GIF_NO_TABLE);
    memcpy(g->saved, g->canvas, sizeof g->saved);
    if (!decode_image(g, &f, p))
        return false;
    g->frames++;
    g->duration += g->ctl.delay;
    dispose(g, &f);
    return true;
}

int main(void)
{
    uint8_t data[FILE_SIZE];
    static struct gif g;
    klee_make_symbolic(data, sizeof data, "file");
    g.data = data;
    g.len = sizeof data;
    bool more = read_header(&g);
    while (more) {
        switch (get8(&g)) {
        case 0x21: more = read_extension(&g); break;
        case 0x2C: more = read_image(&g); break;
        case 0x3B: more = false; break;
        default: more = fail(&g, GIF_BLOCK); break;
        }
    }
    unsigned sum = 0;
    for (int i = 0; i < MAX_SIDE * MAX_SIDE; i++)
        sum = sum * 33 + g.canvas[i].r + g.canvas[i].g * 3u + g.canvas[i].b * 7u;
    printf("error %d frames %d loops %d time %u sum %u\n", (int)g.err, g.frames, g.loops, g.duration, sum);
    return (int)g.err;
}
