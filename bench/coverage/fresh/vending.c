/* Vending machine controller: coins, notes, card payment, stock, change making with
 * a limited float, service menu and faults, driven by a stream of event bytes. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define EVENTS 28
#define SLOTS 6
#define DENOMS 5
#define TUBE_MAX 10
#define CREDIT_MAX 1000

enum state { IDLE, COLLECTING, SELECTED, CARD_AUTH, VENDING, SERVICE, OUT_OF_ORDER };
enum event { EV_COIN, EV_NOTE, EV_KEY, EV_CANCEL, EV_CARD, EV_SENSOR, EV_TIMER, EV_DOOR };
enum fault { F_NONE, F_JAM, F_TEMP, F_TILT };

static const int denom[DENOMS] = { 200, 100, 50, 20, 10 };

struct slot {
    uint16_t price;
    uint8_t stock;
    bool cold, jammed, adult;
};

struct machine {
    enum state state;
    struct slot slot[SLOTS];
    int tube[DENOMS];
    int credit, card_left;
    int escrow_note; /* a note is held until the vend succeeds */
    int row, choice;
    int timer;
    bool age_ok, warm, paying_card;
    enum fault fault;
    int code_pos;
    int sold, revenue, returned, refused, lost;
};

static void init(struct machine *m)
{
    memset(m, 0, sizeof *m);
    for (int i = 0; i < SLOTS; i++) {
        m->slot[i].price = (uint16_t)(60 + 35 * i - (35 * i) % 10);
        m->slot[i].stock = (uint8_t)(1 + i % 3);
        m->slot[i].cold = i >= 4;
        m->slot[i].adult = i == 5;
    }
    for (int d = 0; d < DENOMS; d++)
        m->tube[d] = d == 0 ? 0 : 2;
    m->row = m->choice = -1;
}

/* Greedy change with the coins there are; falls back to skipping one denomination. */
static bool plan_change(const struct machine *m, int amount, int *plan, int skip)
{
    for (int d = 0; d < DENOMS; d++) {
        plan[d] = 0;
        if (d == skip)
            continue;
        plan[d] = amount / denom[d];
        if (plan[d] > m->tube[d])
            plan[d] = m->tube[d];
        amount -= plan[d] * denom[d];
    }
    return amount == 0;
}

static bool can_change(const struct machine *m, int amount, int *plan)
{
    if (plan_change(m, amount, plan, -1))
        return true;
    for (int skip = 0; skip < DENOMS - 1; skip++)
        if (plan_change(m, amount, plan, skip))
            return true;
    return false;
}

static void pay_out(struct machine *m, int amount)
{
    int plan[DENOMS];
    if (amount == 0)
        return;
    if (!can_change(m, amount, plan)) {
        plan_change(m, amount, plan, -1); /* as much as possible */
    }
    for (int d = 0; d < DENOMS; d++) {
        m->tube[d] -= plan[d];
        assert(m->tube[d] >= 0);
        amount -= plan[d] * denom[d];
        m->returned += plan[d] * denom[d];
    }
    m->lost += amount;
}

static void reset_sale(struct machine *m)
{
    m->row = m->choice = -1;
    m->credit = 0;
    m->card_left = 0;
    m->escrow_note = 0;
    m->paying_card = false;
    m->age_ok = false;
    m->timer = 0;
    m->state = IDLE;
}

static void refund(struct machine *m)
{
    if (m->escrow_note) { /* give the note itself back */
        m->credit -= m->escrow_note;
        m->returned += m->escrow_note;
    }
    pay_out(m, m->credit);
    reset_sale(m);
}

static void on_coin(struct machine *m, int arg)
{
    int d = arg % 8;
    if (d >= DENOMS || m->paying_card || m->state == CARD_AUTH || m->state == VENDING || m->state >= SERVICE) {
        m->refused++;
        return;
    }
    if (m->credit + denom[d] > CREDIT_MAX) {
        m->refused++;
        return;
    }
    m->credit += denom[d];
    if (m->tube[d] < TUBE_MAX)
        m->tube[d]++;
    if (m->state == IDLE)
        m->state = COLLECTING;
    m->timer = 0;
}

static void on_note(struct machine *m, int arg)
{
    int value = arg == 5 ? 500 : arg == 10 ? 1000 : 0;
    int plan[DENOMS];
    if (value == 0 || m->escrow_note || m->state > COLLECTING || m->credit + value > CREDIT_MAX ||
        !can_change(m, value - m->slot[SLOTS - 1].price, plan)) {
        m->refused++;
        return;
    }
    m->credit += value;
    m->escrow_note = value;
    m->state = COLLECTING;
}

static int choice_problem(const struct machine *m, int i)
{
    const struct slot *s = &m->slot[i];
    int plan[DENOMS];
    if (s->stock == 0)
        return 1;
    if (s->jammed)
        return 2;
    if (s->cold && m->warm)
        return 3;
    if (s->adult && !m->age_ok)
        return 4;
    if (!m->paying_card && m->credit < s->price)
        return 5;
    if (m->paying_card && m->card_left < s->price)
        return 6;
    if (!m->paying_card && !can_change(m, m->credit - s->price, plan))
        return 7;
    return 0;
}

static void on_key(struct machine *m, int key)
{
    if (m->state == SERVICE) {
        if (key < SLOTS && m->slot[key].stock < 9)
            m->slot[key].stock++;
        else if (key == 14)
            for (int i = 0; i < SLOTS; i++)
                m->slot[i].jammed = false;
        else if (key == 15)
            m->warm = false;
        return;
    }
    if (m->state != COLLECTING && m->state != SELECTED && m->state != IDLE)
        return;
    if (key >= 10) { /* letter: row A or B */
        m->row = key == 10 ? 0 : key == 11 ? 1 : -1;
        return;
    }
    if (m->row < 0 || key < 1 || key > 3)
        return;
    m->choice = m->row * 3 + key - 1;
    m->row = -1;
    int why = choice_problem(m, m->choice);
    if (why == 0) {
        m->state = VENDING;
        m->timer = 0;
    } else if (why == 4 || why == 5) {
        m->state = SELECTED;
    } else {
        m->choice = -1;
        m->refused++;
    }
}

static void on_card(struct machine *m, int arg)
{
    if (arg == 0x1D) { /* identity card */
        m->age_ok = true;
        return;
    }
    if (m->state == CARD_AUTH) {
        if ((arg & 3) == 1) {
            m->card_left = (arg >> 2) * 10;
            m->paying_card = true;
            m->state = SELECTED;
        } else {
            m->refused++;
            reset_sale(m);
        }
        return;
    }
    if (m->state == IDLE && arg == 0)
        m->state = CARD_AUTH;
}

/* The drop sensor says whether the product fell. */
static void on_sensor(struct machine *m, int arg)
{
    if (arg == 31) {
        m->warm = true;
        return;
    }
    if (m->state != VENDING)
        return;
    struct slot *s = &m->slot[m->choice];
    if (arg & 1) {
        s->stock--;
        m->sold++;
        m->revenue += s->price;
        if (!m->paying_card)
            pay_out(m, m->credit - s->price);
        reset_sale(m);
    } else {
        s->jammed = true;
        m->fault = F_JAM;
        refund(m);
    }
}

static void on_timer(struct machine *m, int arg)
{
    m->timer += arg;
    switch (m->state) {
    case COLLECTING:
    case SELECTED:
        if (m->timer > 40)
            refund(m);
        break;
    case CARD_AUTH:
        if (m->timer > 20)
            reset_sale(m);
        break;
    case VENDING:
        if (m->timer > 10)
            on_sensor(m, 0);
        break;
    default: break;
    }
}

/* The service door opens with the code 3-1-4 knocked on it. */
static void on_door(struct machine *m, int arg)
{
    static const int code[] = { 3, 1, 4 };
    if (m->state == SERVICE) {
        m->state = m->fault == F_TILT ? OUT_OF_ORDER : IDLE;
        m->code_pos = 0;
        return;
    }
    if (arg == 30) {
        m->fault = F_TILT;
        refund(m);
        m->state = OUT_OF_ORDER;
        return;
    }
    m->code_pos = arg == code[m->code_pos] ? m->code_pos + 1 : 0;
    if (m->code_pos < 3)
        return;
    refund(m);
    m->state = SERVICE;
    if (m->fault == F_TILT)
        m->fault = F_NONE;
}

static void check(const struct machine *m)
{
    assert(m->credit >= 0 && m->credit <= CREDIT_MAX);
    assert(m->state != VENDING || (m->choice >= 0 && m->slot[m->choice].stock > 0));
    for (int d = 0; d < DENOMS; d++)
        assert(m->tube[d] >= 0 && m->tube[d] <= TUBE_MAX);
}

int main(void)
{
    uint8_t ev[EVENTS];
    struct machine m;
    klee_make_symbolic(ev, sizeof ev, "events");

    init(&m);
    for (int i = 0; i < EVENTS; i++) {
        int arg = ev[i] & 31;
        switch ((enum event)(ev[i] >> 5)) {
        case EV_COIN: on_coin(&m, arg); break;
        case EV_NOTE: on_note(&m, arg); break;
        case EV_KEY: on_key(&m, arg & 15); break;
        case EV_CANCEL:
            if (m.state == COLLECTING || m.state == SELECTED)
                refund(&m);
            break;
        case EV_CARD: on_card(&m, arg); break;
        case EV_SENSOR: on_sensor(&m, arg); break;
        case EV_TIMER: on_timer(&m, arg); break;
        case EV_DOOR: on_door(&m, arg); break;
        }
        check(&m);
        if (m.state == SELECTED && m.choice >= 0 && choice_problem(&m, m.choice) == 0)
            m.state = VENDING;
    }
    printf("sold %d for %d, returned %d\n", m.sold, m.revenue, m.returned);
    if (m.lost)
        return 4;
    if (m.fault != F_NONE)
        return 3;
    return m.sold > 2 ? 2 : m.sold > 0;
}
