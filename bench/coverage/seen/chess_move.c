/* Chess move checker: plays coordinate moves ("e2e4", "e7e8q") on a board,
 * rejecting illegal ones, with castling, en passant, promotion and mate test. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define MOVE_LEN 5
#define NUM_MOVES 5

struct move {
    int from, to; /* square = rank * 8 + file */
    char promo;
};

struct board {
    char sq[64]; /* upper case white, lower case black, '.' empty */
    bool white;
    bool castle[4]; /* K Q k q */
    int ep;         /* en passant target square or -1 */
    int half_moves;
};

/* Two starting positions: an open game and a late endgame. */
static const char *const setups[2] = {
    "R...K..R" "PPP..PPP" "..N....." "...P...." "....p..b" "........" "pppp.ppp" "r...k..r",
    "....K..." "P......." "........" "......r." "........" "........" ".P...ppp" "......k.",
};

static int sq_rank(int s) { return s / 8; }
static int sq_file(int s) { return s % 8; }
static int iabs(int v) { return v < 0 ? -v : v; }
static int sign(int v) { return (v > 0) - (v < 0); }

static void board_init(struct board *b, const char *setup)
{
    memcpy(b->sq, setup, 64);
    b->white = true;
    for (int i = 0; i < 4; i++)
        b->castle[i] = true;
    b->ep = -1;
    b->half_moves = 0;
    if (b->sq[0] != 'R' || b->sq[4] != 'K')
        memset(b->castle, 0, sizeof b->castle);
}

static bool own(char piece, bool white)
{
    return piece != '.' && (isupper((unsigned char)piece) != 0) == white;
}

static bool path_clear(const struct board *b, int from, int to)
{
    int dr = sign(sq_rank(to) - sq_rank(from)), df = sign(sq_file(to) - sq_file(from));
    for (int s = from + dr * 8 + df; s != to; s += dr * 8 + df)
        if (b->sq[s] != '.')
            return false;
    return true;
}

/* Can the piece on from reach to as a capture, ignoring check? */
static bool attacks(const struct board *b, int from, int to)
{
    int dr = sq_rank(to) - sq_rank(from), df = sq_file(to) - sq_file(from);
    int ar = iabs(dr), af = iabs(df);
    char p = b->sq[from];
    if (from == to)
        return false;
    switch (tolower((unsigned char)p)) {
    case 'p': return af == 1 && dr == (p == 'P' ? 1 : -1);
    case 'n': return (ar == 1 && af == 2) || (ar == 2 && af == 1);
    case 'b': return ar == af && path_clear(b, from, to);
    case 'r': return (ar == 0 || af == 0) && path_clear(b, from, to);
    case 'q': return (ar == af || ar == 0 || af == 0) && path_clear(b, from, to);
    case 'k': return ar <= 1 && af <= 1;
    default: return false;
    }
}

static bool attacked_by(const struct board *b, int sq, bool white)
{
    for (int s = 0; s < 64; s++)
        if (own(b->sq[s], white) && attacks(b, s, sq))
            return true;
    return false;
}

static bool in_check(const struct board *b, bool white)
{
    for (int s = 0; s < 64; s++)
        if (b->sq[s] == (white ? 'K' : 'k'))
            return attacked_by(b, s, !white);
    return false;
}

static bool pawn_ok(const struct board *b, const struct move *m)
{
    bool white = b->sq[m->from] == 'P';
    int dir = white ? 1 : -1;
    int dr = sq_rank(m->to) - sq_rank(m->from), df = sq_file(m->to) - sq_file(m->from);
    if (df == 0) {
        if (b->sq[m->to] != '.')
            return false;
        if (dr == dir)
            return true;
        int home = white ? 1 : 6;
        return dr == 2 * dir && sq_rank(m->from) == home && b->sq[m->from + 8 * dir] == '.';
    }
    if (!attacks(b, m->from, m->to))
        return false;
    return b->sq[m->to] != '.' || m->to == b->ep;
}

static bool is_castling(const struct board *b, const struct move *m)
{
    return tolower((unsigned char)b->sq[m->from]) == 'k' && sq_file(m->from) == 4 &&
           sq_rank(m->from) == sq_rank(m->to) && iabs(m->to - m->from) == 2;
}

static bool castling_ok(const struct board *b, const struct move *m)
{
    bool king_side = m->to > m->from;
    if (!b->castle[(b->white ? 0 : 2) + (king_side ? 0 : 1)])
        return false;
    int rook = m->from + (king_side ? 3 : -4);
    if (b->sq[rook] != (b->white ? 'R' : 'r') || !path_clear(b, m->from, rook))
        return false;
    for (int s = m->from, step = sign(m->to - m->from), k = 0; k < 3; k++, s += step)
        if (attacked_by(b, s, !b->white))
            return false;
    return true;
}

static void apply(struct board *b, const struct move *m)
{
    char p = b->sq[m->from];
    bool pawn = tolower((unsigned char)p) == 'p';
    bool capture = b->sq[m->to] != '.';
    if (is_castling(b, m)) {
        bool king_side = m->to > m->from;
        int rook = m->from + (king_side ? 3 : -4);
        b->sq[(m->from + m->to) / 2] = b->sq[rook];
        b->sq[rook] = '.';
    }
    if (pawn && m->to == b->ep && !capture)
        b->sq[sq_rank(m->from) * 8 + sq_file(m->to)] = '.';
    b->ep = -1;
    if (pawn && iabs(m->to - m->from) == 16)
        b->ep = (m->from + m->to) / 2;
    b->sq[m->to] = p;
    b->sq[m->from] = '.';
    if (pawn && (sq_rank(m->to) == 7 || sq_rank(m->to) == 0))
        b->sq[m->to] = (char)(b->white ? toupper((unsigned char)m->promo)
                                       : tolower((unsigned char)m->promo));
    static const int corners[4] = { 7, 0, 63, 56 };
    for (int i = 0; i < 4; i++) {
        int king = i < 2 ? 4 : 60;
        if (m->from == corners[i] || m->to == corners[i] || m->from == king)
            b->castle[i] = false;
    }
    b->half_moves = pawn || capture ? 0 : b->half_moves + 1;
    b->white = !b->white;
}

/* Everything except leaving one's own king in check. */
static bool pseudo_legal(const struct board *b, const struct move *m)
{
    char p = b->sq[m->from];
    if (!own(p, b->white) || own(b->sq[m->to], b->white))
        return false;
    bool pawn = tolower((unsigned char)p) == 'p';
    bool last_rank = sq_rank(m->to) == 7 || sq_rank(m->to) == 0;
    if ((pawn && last_rank) != (m->promo != 0))
        return false;
    if (pawn)
        return pawn_ok(b, m);
    if (is_castling(b, m))
        return castling_ok(b, m);
    return attacks(b, m->from, m->to);
}

static bool legal(const struct board *b, const struct move *m)
{
    if (!pseudo_legal(b, m))
        return false;
    struct board next = *b;
    apply(&next, m);
    return !in_check(&next, b->white);
}

/* Does the side to move have any legal move? Promotions are tried as queen
 * only, which decides the question just as well. */
static bool has_legal_move(const struct board *b)
{
    for (int from = 0; from < 64; from++) {
        if (!own(b->sq[from], b->white))
            continue;
        for (int to = 0; to < 64; to++) {
            struct move m = { from, to, 0 };
            if (tolower((unsigned char)b->sq[from]) == 'p' && (to >= 56 || to < 8))
                m.promo = 'q';
            if (legal(b, &m))
                return true;
        }
    }
    return false;
}

static bool parse_square(const char *s, int *out)
{
    if (s[0] < 'a' || s[0] > 'h' || s[1] < '1' || s[1] > '8')
        return false;
    *out = (s[1] - '1') * 8 + (s[0] - 'a');
    return true;
}

static bool parse_move(const char *s, struct move *m)
{
    if (!parse_square(s, &m->from) || !parse_square(s + 2, &m->to))
        return false;
    m->promo = 0;
    if (s[4] == ' ' || s[4] == '\0')
        return true;
    m->promo = s[4];
    return m->promo == 'q' || m->promo == 'r' || m->promo == 'b' || m->promo == 'n';
}

int main(void)
{
    char text[NUM_MOVES * MOVE_LEN];
    uint8_t setup;
    struct board b;
    klee_make_symbolic(&setup, sizeof setup, "setup");
    klee_make_symbolic(text, sizeof text, "moves");

    board_init(&b, setups[setup & 1]);
    int played = 0;
    for (int i = 0; i < NUM_MOVES; i++) {
        struct move m;
        if (!parse_move(text + i * MOVE_LEN, &m)) {
            printf("bad notation at move %d\n", i + 1);
            return 100 + played;
        }
        if (!legal(&b, &m)) {
            printf("illegal move %d\n", i + 1);
            return 50 + played;
        }
        apply(&b, &m);
        played++;
        if (in_check(&b, b.white)) {
            if (!has_legal_move(&b)) {
                puts("checkmate");
                return 1;
            }
            puts("check");
        }
    }
    printf("played %d, half moves %d\n", played, b.half_moves);
    return 0;
}
