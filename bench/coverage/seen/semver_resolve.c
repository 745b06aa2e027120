/* Semantic version resolver: parses versions and range expressions (^, ~, >=,
 * wildcards, ||) and picks the best published release from a fixed index. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define RANGE_SIZE 28
#define LOCKED_SIZE 12
#define MAX_COMPARATORS 8
#define MAX_PRE 4

/* A pre-release identifier: a number, or a short word. */
struct ident {
    bool numeric;
    uint32_t num;
    char word[8];
};

struct version {
    uint32_t part[3];
    struct ident pre[MAX_PRE];
    int npre;
};

enum cmp_op { OP_LT, OP_LE, OP_GT, OP_GE, OP_EQ };

struct comparator {
    enum cmp_op op;
    struct version v;
    int group; /* alternatives separated by || */
};

struct range {
    struct comparator c[MAX_COMPARATORS];
    int n;
    int groups;
};

struct scanner {
    const char *s;
    size_t len, pos;
};

/* A version as written, where parts may be missing or wildcards. */
struct partial {
    struct version v;
    int given;
};

static const char *const published[] = {
    "0.3.1", "0.3.4", "1.0.0-rc.1", "1.0.0", "1.2.0", "1.2.9", "1.10.0", "2.0.0-beta.2", "2.0.0", "2.1.3",
};

static int look(const struct scanner *sc)
{
    return sc->pos < sc->len ? (unsigned char)sc->s[sc->pos] : 0;
}

static bool accept(struct scanner *sc, int c)
{
    if (look(sc) != c)
        return false;
    sc->pos++;
    return true;
}

static void skip_spaces(struct scanner *sc)
{
    while (look(sc) == ' ')
        sc->pos++;
}

static bool parse_number(struct scanner *sc, uint32_t *out)
{
    uint32_t v = 0;
    int digits = 0;
    bool zero = look(sc) == '0';
    while (isdigit(look(sc))) {
        v = v * 10 + (uint32_t)(look(sc) - '0');
        sc->pos++;
        if (++digits > 6)
            return false;
    }
    *out = v;
    return digits > 0 && !(zero && digits > 1); /* no leading zeros */
}

static bool parse_ident(struct scanner *sc, struct ident *id)
{
    size_t start = sc->pos;
    bool digits_only = true;
    memset(id, 0, sizeof *id);
    while (isalnum(look(sc)) || look(sc) == '-') {
        if (!isdigit(look(sc)))
            digits_only = false;
        sc->pos++;
    }
    size_t n = sc->pos - start;
    if (n == 0 || n >= sizeof id->word)
        return false;
    id->numeric = digits_only;
    if (digits_only) {
        struct scanner sub = { sc->s + start, n, 0 };
        return parse_number(&sub, &id->num);
    }
    memcpy(id->word, sc->s + start, n);
    return true;
}

static bool parse_prerelease(struct scanner *sc, struct version *v)
{
    do {
        if (v->npre == MAX_PRE || !parse_ident(sc, &v->pre[v->npre]))
            return false;
        v->npre++;
    } while (accept(sc, '.'));
    return true;
}

static bool skip_build(struct scanner *sc)
{
    struct ident id;
    do {
        if (!parse_ident(sc, &id))
            return false;
    } while (accept(sc, '.'));
    return true;
}

static bool parse_partial(struct scanner *sc, struct partial *p)
{
    memset(p, 0, sizeof *p);
    accept(sc, 'v');
    for (int i = 0; i < 3; i++) {
        if (look(sc) == 'x' || look(sc) == 'X' || look(sc) == '*') {
            sc->pos++;
            while (accept(sc, '.')) /* anything after a wildcard is one too */
                if (!accept(sc, 'x') && !accept(sc, '*'))
                    return false;
            return true;
        }
        if (!parse_number(sc, &p->v.part[i]))
            return false;
        p->given++;
        if (i < 2 && !accept(sc, '.'))
            return true;
    }
    if (accept(sc, '-') && !parse_prerelease(sc, &p->v))
        return false;
    if (accept(sc, '+') && !skip_build(sc))
        return false;
    return true;
}

static int compare_ident(const struct ident *a, const struct ident *b)
{
    if (a->numeric != b->numeric)
        return a->numeric ? -1 : 1; /* numbers sort below words */
    if (a->numeric)
        return a->num == b->num ? 0 : a->num < b->num ? -1 : 1;
    int c = strcmp(a->word, b->word);
    return (c > 0) - (c < 0);
}

static int compare_core(const struct version *a, const struct version *b)
{
    for (int i = 0; i < 3; i++)
        if (a->part[i] != b->part[i])
            return a->part[i] < b->part[i] ? -1 : 1;
    return 0;
}

static int compare(const struct version *a, const struct version *b)
{
    int c = compare_core(a, b);
    if (c != 0)
        return c;
    if (a->npre == 0 || b->npre == 0)
        return (a->npre == 0) - (b->npre == 0);
    for (int i = 0; i < a->npre && i < b->npre; i++) {
        c = compare_ident(&a->pre[i], &b->pre[i]);
        if (c != 0)
            return c;
    }
    return (a->npre > b->npre) - (a->npre < b->npre);
}

static bool add(struct range *r, enum cmp_op op, const struct version *v)
{
    if (r->n == MAX_COMPARATORS)
        return false;
    r->c[r->n].op = op;
    r->c[r->n].v = *v;
    r->c[r->n].group = r->groups;
    r->n++;
    return true;
}

/* Version with part i incremented and everything below cleared. */
static struct version bump(const struct version *v, int i)
{
    struct version b;
    memset(&b, 0, sizeof b);
    for (int k = 0; k < i; k++)
        b.part[k] = v->part[k];
    b.part[i] = v->part[i] + 1;
    return b;
}

static bool add_between(struct range *r, const struct version *lo, int bumped)
{
    struct version hi = bump(lo, bumped);
    return add(r, OP_GE, lo) && add(r, OP_LT, &hi);
}

static bool add_caret(struct range *r, const struct partial *p)
{
    if (p->given == 0)
        return add(r, OP_GE, &p->v);
    int i = 0;
    while (i < p->given - 1 && p->v.part[i] == 0)
        i++;
    return add_between(r, &p->v, i);
}

static bool add_plain(struct range *r, const struct partial *p)
{
    if (p->given == 0)
        return add(r, OP_GE, &p->v);
    if (p->given == 3)
        return add(r, OP_EQ, &p->v);
    return add_between(r, &p->v, p->given - 1);
}

static bool parse_simple(struct scanner *sc, struct range *r)
{
    struct partial p;
    int lead = look(sc);
    if (lead == '^' || lead == '~') {
        sc->pos++;
        if (!parse_partial(sc, &p))
            return false;
        if (lead == '^')
            return add_caret(r, &p);
        if (p.given == 0)
            return add(r, OP_GE, &p.v);
        return add_between(r, &p.v, p.given == 1 ? 0 : 1);
    }
    if (lead == '<' || lead == '>' || lead == '=') {
        sc->pos++;
        bool eq = lead != '=' && accept(sc, '=');
        skip_spaces(sc);
        if (!parse_partial(sc, &p))
            return false;
        if (lead == '=')
            return add_plain(r, &p);
        if (p.given > 0 && p.given < 3 && (lead == '>') != eq) {
            /* ">1.2" and "<=1.2" refer to the end of the 1.2 series */
            struct version end = bump(&p.v, p.given - 1);
            return add(r, lead == '>' ? OP_GE : OP_LT, &end);
        }
        return add(r, lead == '<' ? (eq ? OP_LE : OP_LT) : (eq ? OP_GE : OP_GT), &p.v);
    }
    return parse_partial(sc, &p) && add_plain(r, &p);
}

static bool parse_range(struct scanner *sc, struct range *r)
{
    memset(r, 0, sizeof *r);
    skip_spaces(sc);
    while (look(sc) != 0) {
        if (accept(sc, '|')) {
            if (!accept(sc, '|') || r->n == 0)
                return false;
            r->groups++;
        } else if (!parse_simple(sc, r)) {
            return false;
        }
        skip_spaces(sc);
    }
    return r->n > 0 && r->c[r->n - 1].group == r->groups;
}

static bool satisfies(const struct version *v, const struct comparator *c)
{
    int k = compare(v, &c->v);
    switch (c->op) {
    case OP_LT: return k < 0;
    case OP_LE: return k <= 0;
    case OP_GT: return k > 0;
    case OP_GE: return k >= 0;
    default: return k == 0;
    }
}

/* Pre-releases only match when the range names the same core version. */
static bool in_range(const struct version *v, const struct range *r)
{
    for (int g = 0; g <= r->groups; g++) {
        bool all = true, named = v->npre == 0;
        for (int i = 0; i < r->n; i++) {
            if (r->c[i].group != g)
                continue;
            if (!satisfies(v, &r->c[i]))
                all = false;
            if (r->c[i].v.npre > 0 && compare_core(v, &r->c[i].v) == 0)
                named = true;
        }
        if (all && named)
            return true;
    }
    return false;
}

int main(void)
{
    char range_text[RANGE_SIZE], locked_text[LOCKED_SIZE];
    klee_make_symbolic(range_text, sizeof range_text, "range");
    klee_make_symbolic(locked_text, sizeof locked_text, "locked");

    struct scanner sc = { range_text, sizeof range_text, 0 };
    static struct range r;
    if (!parse_range(&sc, &r)) {
        printf("bad range at %zu\n", sc.pos);
        return 2;
    }
    /* An existing lock wins when it still satisfies the range. */
    struct scanner lock = { locked_text, sizeof locked_text, 0 };
    struct partial p;
    if (look(&lock) != 0) {
        if (!parse_partial(&lock, &p) || p.given != 3 || look(&lock) != 0)
            return 3;
        if (in_range(&p.v, &r)) {
            puts("locked version kept");
            return 0;
        }
    }
    int best = -1;
    struct partial best_v;
    memset(&best_v, 0, sizeof best_v);
    for (size_t i = 0; i < sizeof published / sizeof published[0]; i++) {
        struct scanner ps = { published[i], strlen(published[i]), 0 };
        if (parse_partial(&ps, &p) && in_range(&p.v, &r) &&
            (best < 0 || compare(&p.v, &best_v.v) > 0)) {
            best = (int)i;
            best_v = p;
        }
    }
    puts(best < 0 ? "no match" : published[best]);
    return best < 0;
}
