/* Reversi on a 6x6 board: replays moves in algebraic notation with passes, undo and
 * take-back limits, finds legal moves, and lets a small minimax answer a query. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define N 6
#define TEXT_SIZE 32
#define MAX_MOVES 16

enum piece { EMPTY, BLACK, WHITE };
enum result { PLAYED, PASSED, OVER, ERR_SYNTAX, ERR_OCCUPIED, ERR_NO_FLIP, ERR_PASS, ERR_UNDO, ERR_LONG };

struct board {
    uint8_t sq[N][N];
    uint8_t turn;
    int passes;
};

struct game {
    struct board b;
    struct board history[MAX_MOVES];
    int moves, undos;
    bool resigned;
};

static const int dirs[8][2] = { { -1, -1 }, { -1, 0 }, { -1, 1 }, { 0, -1 }, { 0, 1 }, { 1, -1 }, { 1, 0 }, { 1, 1 } };

static uint8_t other(uint8_t p)
{
    return p == BLACK ? WHITE : BLACK;
}

static bool on_board(int r, int c)
{
    return r >= 0 && r < N && c >= 0 && c < N;
}

static void setup(struct game *g)
{
    memset(g, 0, sizeof *g);
    g->b.sq[N / 2 - 1][N / 2 - 1] = g->b.sq[N / 2][N / 2] = WHITE;
    g->b.sq[N / 2 - 1][N / 2] = g->b.sq[N / 2][N / 2 - 1] = BLACK;
    g->b.turn = BLACK;
}

/* Pieces that a move flips in one direction. */
static int run_length(const struct board *b, int r, int c, int d)
{
    int n = 0;
    for (;;) {
        r += dirs[d][0];
        c += dirs[d][1];
        if (!on_board(r, c) || b->sq[r][c] == EMPTY)
            return 0;
        if (b->sq[r][c] == b->turn)
            return n;
        n++;
    }
}

static int flips(const struct board *b, int r, int c)
{
    int n = 0;
    if (b->sq[r][c] != EMPTY)
        return 0;
    for (int d = 0; d < 8; d++)
        n += run_length(b, r, c, d);
    return n;
}

static void place(struct board *b, int r, int c)
{
    for (int d = 0; d < 8; d++) {
        int n = run_length(b, r, c, d);
        for (int k = 1; k <= n; k++)
            b->sq[r + k * dirs[d][0]][c + k * dirs[d][1]] = b->turn;
    }
    b->sq[r][c] = b->turn;
    b->turn = other(b->turn);
    b->passes = 0;
}

static int count_moves(const struct board *b)
{
    int n = 0;
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++)
            n += flips(b, r, c) > 0;
    return n;
}

static int count(const struct board *b, uint8_t p)
{
    int n = 0;
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++)
            n += b->sq[r][c] == p;
    return n;
}

static bool corner(int r, int c)
{
    return (r == 0 || r == N - 1) && (c == 0 || c == N - 1);
}

/* Stable discs along the two edges from each owned corner. */
static int stable(const struct board *b, uint8_t p)
{
    int n = 0;
    for (int k = 0; k < 4; k++) {
        int r = k & 1 ? N - 1 : 0, c = k & 2 ? N - 1 : 0;
        int dr = k & 1 ? -1 : 1, dc = k & 2 ? -1 : 1;
        if (b->sq[r][c] != p)
            continue;
        n++;
        for (int i = 1; i < N - 1 && b->sq[r + i * dr][c] == p; i++)
            n++;
        for (int i = 1; i < N - 1 && b->sq[r][c + i * dc] == p; i++)
            n++;
    }
    return n;
}

static int evaluate(const struct board *b, uint8_t me)
{
    int score = count(b, me) - count(b, other(me));
    return score + 4 * (stable(b, me) - stable(b, other(me)));
}

/* The best square for the side to move: most value after the best short reply. */
static int best_move(const struct board *b)
{
    int best = -1, best_score = -10000;
    for (int sq = 0; sq < N * N; sq++) {
        struct board next = *b;
        int worst = 10000;
        if (flips(b, sq / N, sq % N) == 0)
            continue;
        place(&next, sq / N, sq % N);
        for (int re = 0; re < N * N; re++) {
            if (!corner(re / N, re % N) || flips(&next, re / N, re % N) == 0)
                continue; /* only corner replies are feared */
            struct board after = next;
            place(&after, re / N, re % N);
            int s = evaluate(&after, b->turn);
            worst = s < worst ? s : worst;
        }
        if (worst == 10000)
            worst = evaluate(&next, b->turn);
        if (worst > best_score) {
            best_score = worst;
            best = sq;
        }
    }
    return best;
}

static bool game_over(const struct board *b)
{
    struct board o = *b;
    if (b->passes >= 2 || count(b, EMPTY) == 0)
        return true;
    if (count_moves(b) > 0)
        return false;
    o.turn = other(o.turn);
    return count_moves(&o) == 0;
}

static bool remember(struct game *g)
{
    if (g->moves == MAX_MOVES)
        return false;
    g->history[g->moves++] = g->b;
    return true;
}

static enum result play(struct game *g, int r, int c)
{
    if (g->b.sq[r][c] != EMPTY)
        return ERR_OCCUPIED;
    if (flips(&g->b, r, c) == 0)
        return ERR_NO_FLIP;
    if (!remember(g))
        return ERR_LONG;
    place(&g->b, r, c);
    return game_over(&g->b) ? OVER : PLAYED;
}

static enum result pass(struct game *g)
{
    if (count_moves(&g->b) > 0)
        return ERR_PASS;
    if (!remember(g))
        return ERR_LONG;
    g->b.turn = other(g->b.turn);
    g->b.passes++;
    return PASSED;
}

static enum result undo(struct game *g, int n)
{
    if (n > g->moves || g->undos == 3)
        return ERR_UNDO;
    g->undos++;
    g->moves -= n;
    g->b = g->history[g->moves];
    return PLAYED;
}

/* Tokens: "c4" a move, "--" pass, "u2" undo two, "??" machine move, "resign". */
static enum result token(struct game *g, const char *t, size_t n)
{
    if (n == 6 && memcmp(t, "resign", 6) == 0) {
        g->resigned = true;
        return OVER;
    }
    if (n != 2)
        return ERR_SYNTAX;
    if (t[0] == '-' && t[1] == '-')
        return pass(g);
    if (t[0] == '?' && t[1] == '?') {
        int sq = best_move(&g->b);
        return sq < 0 ? pass(g) : play(g, sq / N, sq % N);
    }
    int c = tolower((unsigned char)t[0]) - 'a', r = t[1] - '1';
    if (t[0] == 'u' && t[1] >= '1' && t[1] <= '9')
        return undo(g, r + 1);
    if (!on_board(r, c))
        return ERR_SYNTAX;
    return play(g, r, c);
}

static void check(const struct game *g)
{
    int total = count(&g->b, BLACK) + count(&g->b, WHITE);
    assert(total >= 4 && total <= N * N);
    assert(g->b.turn == BLACK || g->b.turn == WHITE);
    assert(g->moves >= 0 && g->moves <= MAX_MOVES);
}

static void show(const struct board *b)
{
    char line[N + 1];
    for (int r = 0; r < N; r++) {
        for (int c = 0; c < N; c++)
            line[c] = ".xo"[b->sq[r][c]];
        line[N] = '\0';
        puts(line);
    }
}

int main(void)
{
    char text[TEXT_SIZE];
    static struct game g;
    enum result res = PLAYED;
    size_t i = 0;
    klee_make_symbolic(text, sizeof text, "moves");

    setup(&g);
    while (i < sizeof text && res < OVER) {
        while (i < sizeof text && text[i] == ' ')
            i++;
        size_t start = i;
        while (i < sizeof text && text[i] != ' ' && text[i] != '\0')
            i++;
        if (i == start)
            break;
        res = token(&g, text + start, i - start);
        check(&g);
    }
    show(&g.b);
    if (res > OVER)
        return (int)res;
    int lead = count(&g.b, BLACK) - count(&g.b, WHITE);
    if (res == OVER)
        return g.resigned ? 10 : lead > 0 ? 11 : lead < 0 ? 12 : 13;
    return stable(&g.b, BLACK) + stable(&g.b, WHITE) > 0 ? 1 : 0;
}
