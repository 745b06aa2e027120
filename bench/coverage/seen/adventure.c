/* Text adventure: reads a line-based command script, moves through a small
 * house, handles items, locked doors and a lamp, and reports the outcome. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define SCRIPT_SIZE 72
#define WORD_MAX 9

enum room { HALL, KITCHEN, CELLAR, STUDY, GARDEN, VAULT, NUM_ROOMS, NOWHERE = -1, CARRIED = -2 };
enum dir { NORTH, SOUTH, EAST, WEST, UP, DOWN, NUM_DIRS };
enum item { LAMP, KEY, ROPE, BOOK, GEM, NUM_ITEMS };

struct game {
    int room;
    int where[NUM_ITEMS];
    bool lamp_on;
    int oil;
    bool vault_open;
    bool rope_tied;
    bool read_book;
    int turns;
    int score;
    bool over, won;
};

struct words {
    char w[2][WORD_MAX];
    int n;
};

static const signed char exits[NUM_ROOMS][NUM_DIRS] = {
    [HALL]    = { STUDY, GARDEN, KITCHEN, NOWHERE, NOWHERE, NOWHERE },
    [KITCHEN] = { NOWHERE, NOWHERE, NOWHERE, HALL, NOWHERE, CELLAR },
    [CELLAR]  = { NOWHERE, NOWHERE, VAULT, NOWHERE, KITCHEN, NOWHERE },
    [STUDY]   = { NOWHERE, HALL, NOWHERE, NOWHERE, NOWHERE, NOWHERE },
    [GARDEN]  = { HALL, NOWHERE, NOWHERE, NOWHERE, NOWHERE, NOWHERE },
    [VAULT]   = { NOWHERE, NOWHERE, NOWHERE, CELLAR, NOWHERE, NOWHERE },
};

static const char *const item_names[NUM_ITEMS] = { "lamp", "key", "rope", "book", "gem" };

static const struct { const char *word; enum dir d; } directions[] = {
    { "n", NORTH }, { "s", SOUTH }, { "e", EAST }, { "w", WEST }, { "u", UP }, { "d", DOWN },
    { "north", NORTH }, { "south", SOUTH }, { "east", EAST }, { "west", WEST },
    { "up", UP }, { "down", DOWN },
};

static void game_init(struct game *g)
{
    memset(g, 0, sizeof *g);
    g->room = HALL;
    g->oil = 6;
    g->where[LAMP] = KITCHEN;
    g->where[KEY] = GARDEN;
    g->where[ROPE] = GARDEN;
    g->where[BOOK] = STUDY;
    g->where[GEM] = VAULT;
}

static bool is_dark(const struct game *g)
{
    if (g->room != CELLAR && g->room != VAULT)
        return false;
    bool lamp_here = g->where[LAMP] == CARRIED || g->where[LAMP] == g->room;
    return !(lamp_here && g->lamp_on);
}

static int find_item(const char *word)
{
    for (int i = 0; i < NUM_ITEMS; i++)
        if (strcmp(item_names[i], word) == 0)
            return i;
    return -1;
}

static int find_direction(const char *word)
{
    for (size_t i = 0; i < sizeof directions / sizeof directions[0]; i++)
        if (strcmp(directions[i].word, word) == 0)
            return (int)directions[i].d;
    return -1;
}

static int carried_count(const struct game *g)
{
    int n = 0;
    for (int i = 0; i < NUM_ITEMS; i++)
        n += g->where[i] == CARRIED;
    return n;
}

static const char *do_move(struct game *g, int d)
{
    int to = exits[g->room][d];
    if (to == NOWHERE)
        return "You can't go that way.";
    if (g->room == KITCHEN && d == DOWN && !g->rope_tied)
        return "The ladder is broken; it is a long way down.";
    if (to == VAULT && !g->vault_open)
        return "The steel door is shut.";
    if (is_dark(g) && to != KITCHEN) {
        g->over = true;
        return "You stumble in the dark and fall.";
    }
    if (g->room == CELLAR && d == UP && carried_count(g) > 3)
        return "You carry too much to climb.";
    g->room = to;
    return "You walk on.";
}

static const char *do_take(struct game *g, int item)
{
    if (is_dark(g))
        return "It is too dark to see.";
    if (g->where[item] == CARRIED)
        return "You already have it.";
    if (g->where[item] != g->room)
        return "It is not here.";
    if (carried_count(g) >= 4)
        return "Your hands are full.";
    if (item == ROPE && g->rope_tied)
        return "It is tied firmly.";
    g->where[item] = CARRIED;
    if (item == GEM)
        g->score += 25;
    return "Taken.";
}

static const char *do_drop(struct game *g, int item)
{
    if (g->where[item] != CARRIED)
        return "You don't have it.";
    g->where[item] = g->room;
    if (item == GEM)
        g->score -= 25;
    return "Dropped.";
}

static const char *do_tie(struct game *g, int item)
{
    if (item != ROPE || g->where[ROPE] != CARRIED)
        return "Tie what?";
    if (g->room != KITCHEN)
        return "There is nothing to tie it to.";
    g->rope_tied = true;
    g->where[ROPE] = KITCHEN;
    g->score += 5;
    return "The rope hangs down into the cellar.";
}

static const char *do_light(struct game *g, bool on)
{
    if (g->where[LAMP] != CARRIED)
        return "You have no lamp.";
    if (on && g->oil <= 0)
        return "The lamp is out of oil.";
    g->lamp_on = on;
    return on ? "The lamp burns." : "The lamp goes out.";
}

static const char *do_open(struct game *g)
{
    if (g->room != CELLAR)
        return "There is nothing to open.";
    if (is_dark(g))
        return "You can't find the keyhole.";
    if (g->where[KEY] != CARRIED)
        return "It is locked.";
    if (!g->vault_open)
        g->score += 10;
    g->vault_open = true;
    return "The door swings open.";
}

static const char *do_read(struct game *g, int item)
{
    if (item != BOOK || (g->where[BOOK] != CARRIED && g->where[BOOK] != g->room))
        return "Nothing to read.";
    if (!g->read_book)
        g->score += 5;
    g->read_book = true;
    return "It speaks of a gem below the house.";
}

static const char *do_command(struct game *g, const struct words *in)
{
    const char *verb = in->w[0];
    const char *noun = in->n > 1 ? in->w[1] : "";
    int d = find_direction(verb);
    if (d < 0 && strcmp(verb, "go") == 0)
        d = find_direction(noun);
    if (d >= 0)
        return do_move(g, d);
    if (strcmp(verb, "open") == 0)
        return do_open(g);
    if (strcmp(verb, "quit") == 0) {
        g->over = true;
        return "Goodbye.";
    }
    int item = find_item(noun);
    if (strcmp(verb, "light") == 0)
        return do_light(g, true);
    if (strcmp(verb, "douse") == 0)
        return do_light(g, false);
    if (item < 0)
        return "I don't understand.";
    if (strcmp(verb, "take") == 0 || strcmp(verb, "get") == 0)
        return do_take(g, item);
    if (strcmp(verb, "drop") == 0)
        return do_drop(g, item);
    if (strcmp(verb, "tie") == 0)
        return do_tie(g, item);
    if (strcmp(verb, "read") == 0)
        return do_read(g, item);
    return "I don't understand.";
}

/* Time passes: the lamp uses oil, and the game may be won. */
static void after_turn(struct game *g)
{
    g->turns++;
    if (g->lamp_on) {
        g->oil--;
        if (g->oil == 0)
            g->lamp_on = false;
    }
    if (g->room == GARDEN && g->where[GEM] == CARRIED) {
        g->won = true;
        g->over = true;
        g->score += g->turns < 20 ? 50 : 30;
    }
}

/* Read one command up to ';', newline or end; false at the end of the script. */
static bool read_command(const char *s, size_t len, size_t *pos, struct words *out)
{
    memset(out, 0, sizeof *out);
    if (*pos >= len || s[*pos] == '\0')
        return false;
    size_t used = 0;
    bool in_word = false;
    while (*pos < len && s[*pos] != '\0') {
        unsigned char c = (unsigned char)s[(*pos)++];
        if (c == ';' || c == '\n')
            break;
        if (!isalpha(c)) {
            in_word = false;
            continue;
        }
        if (!in_word) {
            in_word = true;
            used = 0;
            out->n++;
        }
        if (out->n <= 2 && used + 1 < WORD_MAX)
            out->w[out->n - 1][used++] = (char)tolower(c);
    }
    return true;
}

int main(void)
{
    char script[SCRIPT_SIZE];
    klee_make_symbolic(script, sizeof script, "script");

    struct game g;
    struct words in;
    size_t pos = 0;
    game_init(&g);
    while (!g.over && read_command(script, sizeof script, &pos, &in)) {
        if (in.n == 0)
            continue;
        const char *msg = do_command(&g, &in);
        puts(msg);
        if (!g.over)
            after_turn(&g);
    }
    printf("%s score %d turns %d\n", g.won ? "won" : g.over ? "ended" : "open", g.score, g.turns);
    return g.won ? 0 : 1;
}
