/* Poker hand scorer: parses two hands of five to seven cards with jokers wild,
 * picks the best five-card hand of each and compares them with tie breakers. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define TEXT_SIZE 18
#define MAX_CARDS 7
#define RANKS 13

enum category {
    HIGH_CARD, ONE_PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL_HOUSE, QUADS,
    STRAIGHT_FLUSH, FIVE_KIND
};

static const char *const category_names[] = {
    "high card", "pair", "two pair", "three of a kind", "straight", "flush",
    "full house", "four of a kind", "straight flush", "five of a kind",
};

struct card {
    uint8_t rank; /* 0 = two .. 12 = ace */
    uint8_t suit;
    bool joker;
};

struct hand {
    struct card cards[MAX_CARDS];
    int n;
    int jokers;
};

struct score {
    enum category cat;
    uint8_t kick[5];
};

enum parse_error { P_OK, P_RANK, P_SUIT, P_COUNT, P_DUPLICATE, P_JOKERS };

static int rank_of(int c)
{
    static const char ranks[] = "23456789TJQKA";
    for (int i = 0; i < RANKS; i++)
        if (toupper(c) == ranks[i])
            return i;
    return -1;
}

static int suit_of(int c)
{
    switch (tolower(c)) {
    case 'c': return 0;
    case 'd': return 1;
    case 'h': return 2;
    case 's': return 3;
    default: return -1;
    }
}

static bool has_card(const struct hand *h, int rank, int suit)
{
    for (int i = 0; i < h->n; i++)
        if (!h->cards[i].joker && h->cards[i].rank == rank && h->cards[i].suit == suit)
            return true;
    return false;
}

static enum parse_error parse_hand(const char *s, size_t len, struct hand *h)
{
    size_t i = 0;
    memset(h, 0, sizeof *h);
    while (i < len && s[i] != '\0') {
        if (s[i] == ' ' || s[i] == ',') {
            i++;
            continue;
        }
        if (h->n == MAX_CARDS)
            return P_COUNT;
        struct card *c = &h->cards[h->n];
        if (s[i] == '*') {
            if (h->jokers == 1)
                return P_JOKERS;
            c->joker = true;
            h->jokers++;
            h->n++;
            i++;
            continue;
        }
        int rank = rank_of((unsigned char)s[i]);
        if (rank < 0)
            return P_RANK;
        int suit = i + 1 < len ? suit_of((unsigned char)s[i + 1]) : -1;
        if (suit < 0)
            return P_SUIT;
        if (has_card(h, rank, suit))
            return P_DUPLICATE;
        c->rank = (uint8_t)rank;
        c->suit = (uint8_t)suit;
        h->n++;
        i += 2;
    }
    return h->n >= 5 ? P_OK : P_COUNT;
}

static int compare_scores(const struct score *a, const struct score *b)
{
    if (a->cat != b->cat)
        return a->cat > b->cat ? 1 : -1;
    for (int i = 0; i < 5; i++)
        if (a->kick[i] != b->kick[i])
            return a->kick[i] > b->kick[i] ? 1 : -1;
    return 0;
}

/* Order by count, then rank, both descending. */
static void sort_by_count(const uint8_t *count, uint8_t order[RANKS], int *distinct)
{
    int n = 0;
    for (int want = 5; want >= 1; want--)
        for (int r = RANKS - 1; r >= 0; r--)
            if (count[r] == want)
                order[n++] = (uint8_t)r;
    *distinct = n;
}

/* Highest card of a straight in five distinct ranks, or -1. */
static int straight_high(const uint8_t *count)
{
    for (int high = RANKS - 1; high >= 4; high--) {
        bool all = true;
        for (int k = 0; k < 5; k++)
            if (!count[high - k])
                all = false;
        if (all)
            return high;
    }
    if (count[12] && count[0] && count[1] && count[2] && count[3])
        return 3; /* wheel: A-2-3-4-5 */
    return -1;
}

static void score_five(const struct card five[5], struct score *out)
{
    uint8_t count[RANKS] = { 0 }, order[RANKS] = { 0 };
    bool flush = true;
    int distinct;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < 5; i++) {
        count[five[i].rank]++;
        if (five[i].suit != five[0].suit)
            flush = false;
    }
    sort_by_count(count, order, &distinct);
    for (int i = 0; i < distinct && i < 5; i++)
        out->kick[i] = order[i];
    int high = distinct == 5 ? straight_high(count) : -1;
    int top = count[order[0]], second = distinct > 1 ? count[order[1]] : 0;
    if (high >= 0) {
        memset(out->kick, 0, sizeof out->kick);
        out->kick[0] = (uint8_t)high;
    }
    if (top == 5)
        out->cat = FIVE_KIND;
    else if (high >= 0 && flush)
        out->cat = STRAIGHT_FLUSH;
    else if (top == 4)
        out->cat = QUADS;
    else if (top == 3 && second == 2)
        out->cat = FULL_HOUSE;
    else if (flush)
        out->cat = FLUSH;
    else if (high >= 0)
        out->cat = STRAIGHT;
    else if (top == 3)
        out->cat = TRIPS;
    else if (top == 2)
        out->cat = second == 2 ? TWO_PAIR : ONE_PAIR;
    else
        out->cat = HIGH_CARD;
}

/* Try every natural card for the joker; the best one counts. */
static void score_wild(struct card five[5], int joker, struct score *best)
{
    struct score s;
    bool first = true;
    for (int suit = 0; suit < 4; suit++) {
        for (int rank = 0; rank < RANKS; rank++) {
            five[joker].rank = (uint8_t)rank;
            five[joker].suit = (uint8_t)suit;
            score_five(five, &s);
            if (first || compare_scores(&s, best) > 0)
                *best = s;
            first = false;
        }
    }
}

static void score_subset(const struct hand *h, const int *pick, struct score *out)
{
    struct card five[5];
    int joker = -1;
    for (int i = 0; i < 5; i++) {
        five[i] = h->cards[pick[i]];
        if (five[i].joker)
            joker = i;
    }
    if (joker >= 0)
        score_wild(five, joker, out);
    else
        score_five(five, out);
}

/* Best score over all five-card subsets. */
static void score_hand(const struct hand *h, struct score *best)
{
    bool first = true;
    for (unsigned mask = 0; mask < 1u << h->n; mask++) {
        int pick[5], k = 0;
        for (int i = 0; i < h->n; i++) {
            if (!(mask >> i & 1))
                continue;
            if (k < 5)
                pick[k] = i;
            k++;
        }
        if (k != 5)
            continue;
        struct score s;
        score_subset(h, pick, &s);
        if (first || compare_scores(&s, best) > 0)
            *best = s;
        first = false;
    }
}

static bool hands_share_cards(const struct hand *a, const struct hand *b)
{
    for (int i = 0; i < a->n; i++)
        if (!a->cards[i].joker && has_card(b, a->cards[i].rank, a->cards[i].suit))
            return true;
    return false;
}

int main(void)
{
    char text[2][TEXT_SIZE];
    struct hand h[2];
    struct score s[2];
    klee_make_symbolic(text, sizeof text, "hands");

    for (int i = 0; i < 2; i++) {
        enum parse_error e = parse_hand(text[i], TEXT_SIZE, &h[i]);
        if (e != P_OK) {
            printf("hand %d: error %d\n", i + 1, (int)e);
            return 10 * (i + 1) + (int)e;
        }
    }
    if (hands_share_cards(&h[0], &h[1])) {
        puts("card dealt twice");
        return 5;
    }
    if (h[0].jokers + h[1].jokers > 1)
        return 6;
    memset(s, 0, sizeof s);
    for (int i = 0; i < 2; i++)
        score_hand(&h[i], &s[i]);
    int cmp = compare_scores(&s[0], &s[1]);
    printf("%s vs %s: %s\n", category_names[s[0].cat], category_names[s[1].cat],
           cmp > 0 ? "first" : cmp < 0 ? "second" : "split");
    return cmp == 0 ? 2 : cmp < 0;
}
