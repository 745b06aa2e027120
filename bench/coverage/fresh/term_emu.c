/* ANSI terminal emulator: parses escape sequences from a byte stream and keeps a small
 * screen with cursor, scroll region, attributes, insert and delete operations. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define STREAM_SIZE 40
#define ROWS 5
#define COLS 10
#define MAX_PARAMS 4

enum pstate { GROUND, ESC, CSI, CSI_PRIVATE };

struct cell {
    char ch;
    uint8_t attr;
};

struct cursor {
    int row, col;
    uint8_t attr;
};

struct term {
    struct cell screen[ROWS][COLS];
    struct cursor cur, saved;
    int top, bottom; /* scroll region, inclusive */
    bool wrap, wrap_pending, origin, insert, hidden;
    enum pstate state;
    int param[MAX_PARAMS], nparams;
    int bells, unknown;
};

static int clamp(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

static void blank(struct cell *c, int n, uint8_t attr)
{
    for (int i = 0; i < n; i++) {
        c[i].ch = ' ';
        c[i].attr = attr;
    }
}

static void reset(struct term *t)
{
    memset(t, 0, sizeof *t);
    for (int r = 0; r < ROWS; r++)
        blank(t->screen[r], COLS, 0);
    t->bottom = ROWS - 1;
    t->wrap = true;
}

/* Moves the rows from..bottom up by n, blank rows enter below. */
static void scroll_up(struct term *t, int from, int n)
{
    int height = t->bottom - from + 1;
    n = clamp(n, 0, height);
    memmove(t->screen[from], t->screen[from + n], sizeof t->screen[0] * (size_t)(height - n));
    for (int r = t->bottom - n + 1; r <= t->bottom; r++)
        blank(t->screen[r], COLS, t->cur.attr);
}

static void scroll_down(struct term *t, int from, int n)
{
    int height = t->bottom - from + 1;
    n = clamp(n, 0, height);
    memmove(t->screen[from + n], t->screen[from], sizeof t->screen[0] * (size_t)(height - n));
    for (int r = from; r < from + n; r++)
        blank(t->screen[r], COLS, t->cur.attr);
}

static void line_feed(struct term *t)
{
    if (t->cur.row == t->bottom)
        scroll_up(t, t->top, 1);
    else if (t->cur.row < ROWS - 1)
        t->cur.row++;
}

static void reverse_index(struct term *t)
{
    if (t->cur.row == t->top)
        scroll_down(t, t->top, 1);
    else if (t->cur.row > 0)
        t->cur.row--;
}

static void goto_xy(struct term *t, int row, int col)
{
    int lo = t->origin ? t->top : 0, hi = t->origin ? t->bottom : ROWS - 1;
    t->cur.row = clamp(row + lo, lo, hi);
    t->cur.col = clamp(col, 0, COLS - 1);
    t->wrap_pending = false;
}

static void put_char(struct term *t, char ch)
{
    struct cell *row;
    if (t->wrap_pending && t->wrap) {
        t->cur.col = 0;
        line_feed(t);
    }
    t->wrap_pending = false;
    row = t->screen[t->cur.row];
    if (t->insert)
        memmove(row + t->cur.col + 1, row + t->cur.col, sizeof *row * (size_t)(COLS - 1 - t->cur.col));
    row[t->cur.col].ch = ch;
    row[t->cur.col].attr = t->cur.attr;
    if (t->cur.col == COLS - 1)
        t->wrap_pending = true;
    else
        t->cur.col++;
}

static void control(struct term *t, uint8_t c)
{
    switch (c) {
    case '\a': t->bells++; break;
    case '\b':
        if (t->cur.col > 0)
            t->cur.col--;
        t->wrap_pending = false;
        break;
    case '\t': t->cur.col = clamp((t->cur.col | 3) + 1, 0, COLS - 1); break;
    case '\n':
    case '\v': line_feed(t); break;
    case '\r':
        t->cur.col = 0;
        t->wrap_pending = false;
        break;
    default: break;
    }
}

static int arg(const struct term *t, int i, int dflt)
{
    return i < t->nparams && t->param[i] > 0 ? t->param[i] : dflt;
}

static void erase_line(struct term *t, int how)
{
    struct cell *row = t->screen[t->cur.row];
    if (how == 0)
        blank(row + t->cur.col, COLS - t->cur.col, t->cur.attr);
    else if (how == 1)
        blank(row, t->cur.col + 1, t->cur.attr);
    else if (how == 2)
        blank(row, COLS, t->cur.attr);
}

static void erase_display(struct term *t, int how)
{
    int from = how == 0 ? t->cur.row + 1 : 0;
    int to = how == 1 ? t->cur.row : ROWS;
    if (how > 2)
        return;
    for (int r = from; r < to; r++)
        blank(t->screen[r], COLS, t->cur.attr);
    if (how < 2)
        erase_line(t, how);
}

static void shift_chars(struct term *t, int n, bool insert)
{
    struct cell *row = t->screen[t->cur.row] + t->cur.col;
    int room = COLS - t->cur.col;
    n = clamp(n, 1, room);
    if (insert) {
        memmove(row + n, row, sizeof *row * (size_t)(room - n));
        blank(row, n, t->cur.attr);
    } else {
        memmove(row, row + n, sizeof *row * (size_t)(room - n));
        blank(row + room - n, n, t->cur.attr);
    }
}

static void set_attributes(struct term *t)
{
    int n = t->nparams ? t->nparams : 1;
    for (int i = 0; i < n; i++) {
        int p = arg(t, i, 0);
        if (p == 0)
            t->cur.attr = 0;
        else if (p == 1 || p == 4 || p == 7)
            t->cur.attr |= (uint8_t)(p == 1 ? 0x80 : p == 4 ? 0x40 : 0x20);
        else if (p >= 30 && p <= 37)
            t->cur.attr = (uint8_t)((t->cur.attr & 0xF8) | (p - 30));
        else
            t->unknown++;
    }
}

static void set_region(struct term *t)
{
    int top = arg(t, 0, 1) - 1, bottom = arg(t, 1, ROWS) - 1;
    if (bottom > ROWS - 1)
        bottom = ROWS - 1;
    if (top >= bottom)
        return;
    t->top = top;
    t->bottom = bottom;
    goto_xy(t, 0, 0);
}

static void set_mode(struct term *t, bool private, bool on)
{
    int p = arg(t, 0, 0);
    if (private && p == 6) {
        t->origin = on;
        goto_xy(t, 0, 0);
    } else if (private && p == 7) {
        t->wrap = on;
    } else if (private && p == 25) {
        t->hidden = !on;
    } else if (!private && p == 4) {
        t->insert = on;
    } else {
        t->unknown++;
    }
}

static void csi(struct term *t, char final, bool private)
{
    struct cursor *c = &t->cur;
    int n = arg(t, 0, 1);
    if (private && final != 'h' && final != 'l') {
        t->unknown++;
        return;
    }
    switch (final) {
    case 'A': c->row = clamp(c->row - n, c->row >= t->top ? t->top : 0, ROWS - 1); break;
    case 'B': c->row = clamp(c->row + n, 0, c->row <= t->bottom ? t->bottom : ROWS - 1); break;
    case 'C': c->col = clamp(c->col + n, 0, COLS - 1); break;
    case 'D': c->col = clamp(c->col - n, 0, COLS - 1); break;
    case 'G': c->col = clamp(n - 1, 0, COLS - 1); break;
    case 'H':
    case 'f': goto_xy(t, n - 1, arg(t, 1, 1) - 1); break;
    case 'J': erase_display(t, arg(t, 0, 0)); break;
    case 'K': erase_line(t, arg(t, 0, 0)); break;
    case 'L': /* insert and delete lines act from the cursor to the bottom margin */
        if (c->row >= t->top && c->row <= t->bottom)
            scroll_down(t, c->row, n);
        break;
    case 'M':
        if (c->row >= t->top && c->row <= t->bottom)
            scroll_up(t, c->row, n);
        break;
    case 'P': shift_chars(t, n, false); break;
    case '@': shift_chars(t, n, true); break;
    case 'X': blank(&t->screen[c->row][c->col], clamp(n, 1, COLS), c->attr); break;
    case 'S': scroll_up(t, t->top, n); break;
    case 'T': scroll_down(t, t->top, n); break;
    case 'h':
    case 'l': set_mode(t, private, final == 'h'); break;
    case 'm': set_attributes(t); break;
    case 'r': set_region(t); break;
    default: t->unknown++; break;
    }
    if (strchr("ABCDG", final))
        t->wrap_pending = false;
}

static void escape(struct term *t, char c)
{
    t->state = GROUND;
    switch (c) {
    case '[':
        t->state = CSI;
        t->nparams = 0;
        memset(t->param, 0, sizeof t->param);
        break;
    case '7': t->saved = t->cur; break;
    case '8': t->cur = t->saved; break;
    case 'D': line_feed(t); break;
    case 'M': reverse_index(t); break;
    case 'c': reset(t); break;
    default: t->unknown++; break;
    }
}

static void csi_byte(struct term *t, char c)
{
    if (c >= '0' && c <= '9') {
        if (t->nparams == 0)
            t->nparams = 1;
        int *p = &t->param[t->nparams - 1];
        *p = clamp(*p * 10 + (c - '0'), 0, 99);
    } else if (c == ';') {
        if (t->nparams == 0)
            t->nparams = 1;
        if (t->nparams < MAX_PARAMS)
            t->nparams++;
    } else if (c == '?' && t->nparams == 0) {
        t->state = CSI_PRIVATE;
    } else if (c >= '@' && c <= '~') {
        bool private = t->state == CSI_PRIVATE;
        t->state = GROUND;
        csi(t, c, private);
    } else {
        t->state = GROUND;
        t->unknown++;
    }
}

static void feed(struct term *t, uint8_t b)
{
    char c = (char)b;
    if (b == 0x1B) {
        t->state = ESC;
        return;
    }
    switch (t->state) {
    case GROUND:
        if (b < 0x20)
            control(t, b);
        else if (b < 0x7F)
            put_char(t, c);
        break;
    case ESC: escape(t, c); break;
    case CSI:
    case CSI_PRIVATE: csi_byte(t, c); break;
    }
}

int main(void)
{
    uint8_t stream[STREAM_SIZE];
    static struct term t;
    klee_make_symbolic(stream, sizeof stream, "stream");

    reset(&t);
    for (size_t i = 0; i < sizeof stream; i++) {
        feed(&t, stream[i]);
        assert(t.cur.row >= 0 && t.cur.row < ROWS && t.cur.col >= 0 && t.cur.col < COLS);
        assert(t.top < t.bottom && t.bottom < ROWS);
    }
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < COLS; c++)
            if (t.screen[r][c].attr & 0x80)
                return 3;
    return t.unknown ? 2 : t.bells > 0;
}
