/* Bank ledger: a text journal of transfers, deposits and holds with nested
 * transactions, commit and rollback, and a conservation check at the end. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <ctype.h>
#include <assert.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define JOURNAL_SIZE 56
#define ACCOUNTS 4
#define UNDO_MAX 16
#define NEST_MAX 3
#define LIMIT 100000

enum status { ST_OK, ST_SYNTAX, ST_ACCOUNT, ST_FUNDS, ST_LIMIT, ST_FROZEN, ST_NEST, ST_FULL };

struct account {
    int32_t balance;
    int32_t held;
    int32_t overdraft;
    bool frozen;
};

/* Undo record: the previous state of one account. */
struct undo {
    uint8_t account;
    struct account before;
};

struct ledger {
    struct account acc[ACCOUNTS];
    struct undo log[UNDO_MAX];
    int log_len;
    int marks[NEST_MAX];
    int depth;
    int32_t outside; /* net money brought in from outside, negated */
    int32_t outside_marks[NEST_MAX];
    int applied, rejected;
};

struct parser {
    const char *s;
    size_t len, pos;
};

static void ledger_init(struct ledger *l)
{
    memset(l, 0, sizeof *l);
    l->acc[0].balance = 500;
    l->acc[1].balance = 120;
    l->acc[1].overdraft = 50;
    l->acc[2].balance = 0;
    l->acc[3].balance = 75;
    l->outside = -695;
}

static int look(const struct parser *p)
{
    return p->pos < p->len ? (unsigned char)p->s[p->pos] : 0;
}

static void skip_blanks(struct parser *p)
{
    while (look(p) == ' ')
        p->pos++;
}

static bool parse_account(struct parser *p, int *out)
{
    skip_blanks(p);
    int c = toupper(look(p));
    if (c < 'A' || c >= 'A' + ACCOUNTS)
        return false;
    *out = c - 'A';
    p->pos++;
    return true;
}

/* Amount in units with up to two decimals, kept in hundredths. */
static bool parse_amount(struct parser *p, int32_t *out)
{
    int32_t v = 0;
    int digits = 0;
    skip_blanks(p);
    while (isdigit(look(p)) && digits < 5) {
        v = v * 10 + (look(p) - '0');
        digits++;
        p->pos++;
    }
    if (digits == 0 || isdigit(look(p)))
        return false;
    if (look(p) == '.') {
        p->pos++;
        if (!isdigit(look(p)))
            return false;
        /* whole units only are booked; half and above rounds up */
        if (look(p) >= '5')
            v++;
        while (isdigit(look(p)))
            p->pos++;
    }
    *out = v;
    return true;
}

static void skip_line(struct parser *p)
{
    while (look(p) != 0 && look(p) != '\n' && look(p) != ';')
        p->pos++;
    if (look(p) != 0)
        p->pos++;
}

static bool remember(struct ledger *l, int a)
{
    if (l->depth == 0)
        return true;
    if (l->log_len == UNDO_MAX)
        return false;
    l->log[l->log_len].account = (uint8_t)a;
    l->log[l->log_len].before = l->acc[a];
    l->log_len++;
    return true;
}

static int32_t available(const struct account *a)
{
    return a->balance + a->overdraft - a->held;
}

static enum status deposit(struct ledger *l, int a, int32_t n)
{
    if (l->acc[a].frozen)
        return ST_FROZEN;
    if (l->acc[a].balance + n > LIMIT)
        return ST_LIMIT;
    if (!remember(l, a))
        return ST_FULL;
    l->acc[a].balance += n;
    l->outside -= n;
    return ST_OK;
}

static enum status withdraw(struct ledger *l, int a, int32_t n)
{
    if (l->acc[a].frozen)
        return ST_FROZEN;
    if (available(&l->acc[a]) < n)
        return ST_FUNDS;
    if (!remember(l, a))
        return ST_FULL;
    l->acc[a].balance -= n;
    l->outside += n;
    return ST_OK;
}

static enum status transfer(struct ledger *l, int from, int to, int32_t n)
{
    if (from == to)
        return ST_ACCOUNT;
    if (l->acc[from].frozen || l->acc[to].frozen)
        return ST_FROZEN;
    int32_t fee = n > 200 ? 1 + n / 100 : 0;
    if (available(&l->acc[from]) < n + fee)
        return ST_FUNDS;
    if (l->acc[to].balance + n > LIMIT)
        return ST_LIMIT;
    if (l->depth > 0 && l->log_len + 2 > UNDO_MAX)
        return ST_FULL;
    remember(l, from);
    remember(l, to);
    l->acc[from].balance -= n + fee;
    l->acc[to].balance += n;
    l->outside += fee;
    return ST_OK;
}

static enum status hold(struct ledger *l, int a, int32_t n)
{
    if (available(&l->acc[a]) < n)
        return ST_FUNDS;
    if (!remember(l, a))
        return ST_FULL;
    l->acc[a].held += n;
    return ST_OK;
}

static enum status release(struct ledger *l, int a, int32_t n)
{
    if (n > l->acc[a].held)
        return ST_FUNDS;
    if (!remember(l, a))
        return ST_FULL;
    l->acc[a].held -= n;
    return ST_OK;
}

static enum status toggle_freeze(struct ledger *l, int a)
{
    if (!remember(l, a))
        return ST_FULL;
    l->acc[a].frozen = !l->acc[a].frozen;
    return ST_OK;
}

static enum status begin(struct ledger *l)
{
    if (l->depth == NEST_MAX)
        return ST_NEST;
    l->marks[l->depth] = l->log_len;
    l->outside_marks[l->depth] = l->outside;
    l->depth++;
    return ST_OK;
}

static enum status commit(struct ledger *l)
{
    if (l->depth == 0)
        return ST_NEST;
    l->depth--;
    if (l->depth == 0)
        l->log_len = 0; /* nothing can be undone any more */
    return ST_OK;
}

static enum status rollback(struct ledger *l)
{
    if (l->depth == 0)
        return ST_NEST;
    l->depth--;
    while (l->log_len > l->marks[l->depth]) {
        l->log_len--;
        const struct undo *u = &l->log[l->log_len];
        l->acc[u->account] = u->before;
    }
    l->outside = l->outside_marks[l->depth];
    return ST_OK;
}

static enum status run_entry(struct ledger *l, struct parser *p)
{
    int a, b;
    int32_t n;
    int op = toupper(look(p));
    p->pos++;
    switch (op) {
    case 'B': return begin(l);
    case 'C': return commit(l);
    case 'R': return rollback(l);
    case 'F':
        return parse_account(p, &a) ? toggle_freeze(l, a) : ST_ACCOUNT;
    case 'T':
        if (!parse_account(p, &a) || !parse_account(p, &b))
            return ST_ACCOUNT;
        return parse_amount(p, &n) ? transfer(l, a, b, n) : ST_SYNTAX;
    case 'D': case 'W': case 'H': case 'L':
        if (!parse_account(p, &a))
            return ST_ACCOUNT;
        if (!parse_amount(p, &n))
            return ST_SYNTAX;
        if (op == 'D')
            return deposit(l, a, n);
        if (op == 'W')
            return withdraw(l, a, n);
        return op == 'H' ? hold(l, a, n) : release(l, a, n);
    default:
        return ST_SYNTAX;
    }
}

static void check_books(const struct ledger *l)
{
    int32_t sum = l->outside;
    for (int i = 0; i < ACCOUNTS; i++) {
        sum += l->acc[i].balance;
        assert(l->acc[i].held >= 0);
        assert(l->acc[i].balance <= LIMIT);
        assert(l->acc[i].balance + l->acc[i].overdraft >= 0);
    }
    assert(sum == 0);
}

int main(void)
{
    char journal[JOURNAL_SIZE];
    struct ledger l;
    klee_make_symbolic(journal, sizeof journal, "journal");

    struct parser p = { journal, sizeof journal, 0 };
    ledger_init(&l);
    while (look(&p) != 0) {
        skip_blanks(&p);
        if (look(&p) == ';' || look(&p) == '\n' || look(&p) == 0) {
            skip_line(&p);
            continue;
        }
        enum status st = run_entry(&l, &p);
        if (st == ST_OK) {
            l.applied++;
        } else {
            l.rejected++;
            /* an error inside a transaction aborts it */
            if (l.depth > 0 && st != ST_NEST)
                rollback(&l);
        }
        check_books(&l);
        skip_line(&p);
    }
    while (l.depth > 0)
        rollback(&l); /* open transactions do not survive the end */
    check_books(&l);
    printf("applied %d rejected %d A=%d\n", l.applied, l.rejected, (int)l.acc[0].balance);
    return l.rejected;
}
