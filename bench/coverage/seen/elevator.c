/* Elevator controller: a fixed-size event queue feeds a door/motor state
 * machine with car and hall calls, overload, fire recall and safety asserts. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <assert.h>
#include <stdio.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define FLOORS 6
#define QUEUE_LEN 8
#define NUM_INPUTS 24
#define DOOR_TICKS 2

enum event_type {
    EV_TICK,
    EV_CAR_CALL,
    EV_HALL_UP,
    EV_HALL_DOWN,
    EV_OBSTACLE,
    EV_OVERLOAD,
    EV_FIRE,
    EV_RESET,
    NUM_EVENTS
};

struct event {
    enum event_type type;
    uint8_t arg;
};

struct queue {
    struct event ev[QUEUE_LEN];
    unsigned head, count;
    unsigned dropped;
};

enum motor { M_STOP, M_UP, M_DOWN };
enum door { D_CLOSED, D_OPENING, D_OPEN, D_CLOSING };
enum mode { MODE_NORMAL, MODE_FIRE, MODE_HOLD };

struct elevator {
    int floor;
    enum motor motor;
    enum door door;
    enum mode mode;
    int timer;
    bool overload;
    bool car[FLOORS], up[FLOORS], down[FLOORS];
    int last_dir; /* 1 up, -1 down, 0 idle */
    unsigned served;
};

static bool queue_push(struct queue *q, struct event e)
{
    if (q->count == QUEUE_LEN) {
        q->dropped++;
        return false;
    }
    q->ev[(q->head + q->count) % QUEUE_LEN] = e;
    q->count++;
    return true;
}

static bool queue_pop(struct queue *q, struct event *e)
{
    if (q->count == 0)
        return false;
    *e = q->ev[q->head];
    q->head = (q->head + 1) % QUEUE_LEN;
    q->count--;
    return true;
}

static bool any_call(const struct elevator *el, int floor)
{
    return el->car[floor] || el->up[floor] || el->down[floor];
}

static bool calls_above(const struct elevator *el)
{
    for (int f = el->floor + 1; f < FLOORS; f++)
        if (any_call(el, f))
            return true;
    return false;
}

static bool calls_below(const struct elevator *el)
{
    for (int f = 0; f < el->floor; f++)
        if (any_call(el, f))
            return true;
    return false;
}

static void clear_all_calls(struct elevator *el)
{
    memset(el->car, 0, sizeof el->car);
    memset(el->up, 0, sizeof el->up);
    memset(el->down, 0, sizeof el->down);
}

static void open_door(struct elevator *el)
{
    el->motor = M_STOP;
    el->door = D_OPENING;
    el->timer = 1;
}

/* Answer the calls at this floor that match the travel direction. */
static void serve_floor(struct elevator *el)
{
    el->car[el->floor] = false;
    if (el->last_dir >= 0 || !calls_below(el))
        el->up[el->floor] = false;
    if (el->last_dir <= 0 || !calls_above(el))
        el->down[el->floor] = false;
    el->served++;
    open_door(el);
}

static bool should_stop(const struct elevator *el)
{
    int f = el->floor;
    if (el->car[f])
        return true;
    if (el->motor == M_UP)
        return el->up[f] || (el->down[f] && !calls_above(el));
    if (el->motor == M_DOWN)
        return el->down[f] || (el->up[f] && !calls_below(el));
    return any_call(el, f);
}

static void choose_direction(struct elevator *el)
{
    bool above = calls_above(el), below = calls_below(el);
    if (above && (el->last_dir >= 0 || !below)) {
        el->motor = M_UP;
        el->last_dir = 1;
    } else if (below) {
        el->motor = M_DOWN;
        el->last_dir = -1;
    } else {
        el->motor = M_STOP;
        el->last_dir = 0;
    }
}

static void step_motor(struct elevator *el)
{
    if (el->motor == M_UP && el->floor < FLOORS - 1)
        el->floor++;
    else if (el->motor == M_DOWN && el->floor > 0)
        el->floor--;
    else
        el->motor = M_STOP;
}

static void step_door(struct elevator *el)
{
    if (el->timer > 0) {
        el->timer--;
        return;
    }
    switch (el->door) {
    case D_OPENING:
        el->door = D_OPEN;
        el->timer = DOOR_TICKS;
        break;
    case D_OPEN:
        if (!el->overload && el->mode != MODE_HOLD) {
            el->door = D_CLOSING;
            el->timer = 1;
        }
        break;
    case D_CLOSING:
        el->door = D_CLOSED;
        break;
    case D_CLOSED:
        break;
    }
}

static void tick_normal(struct elevator *el)
{
    if (el->door != D_CLOSED) {
        step_door(el);
        return;
    }
    if (el->motor != M_STOP) {
        step_motor(el);
        if (should_stop(el))
            serve_floor(el);
        else
            choose_direction(el);
    } else if (any_call(el, el->floor)) {
        serve_floor(el);
    } else {
        choose_direction(el);
    }
}

/* Fire recall: go to the ground floor without stopping, open and hold. */
static void tick_fire(struct elevator *el)
{
    if (el->door != D_CLOSED) {
        step_door(el);
        return;
    }
    if (el->floor > 0) {
        el->motor = M_DOWN;
        el->last_dir = -1;
        step_motor(el);
    } else {
        open_door(el);
        el->mode = MODE_HOLD;
    }
}

static void on_obstacle(struct elevator *el)
{
    if (el->door == D_CLOSING) {
        el->door = D_OPENING;
        el->timer = 1;
    } else if (el->door == D_OPEN) {
        el->timer = DOOR_TICKS;
    }
}

static void on_overload(struct elevator *el, bool on)
{
    el->overload = on;
    if (on && el->door == D_CLOSING)
        open_door(el);
    /* A settling load may be reported late, after the door has shut. */
    if (on && el->door == D_CLOSED && el->car[el->floor])
        el->door = D_OPENING;
}

static void on_call(bool *calls, uint8_t floor, enum mode mode)
{
    if (mode == MODE_NORMAL && floor < FLOORS)
        calls[floor] = true;
}

static void on_reset(struct elevator *el)
{
    if (el->mode == MODE_HOLD) {
        el->mode = MODE_NORMAL;
        el->timer = 0;
        el->last_dir = 0;
    }
}

static void dispatch(struct elevator *el, struct event e)
{
    switch (e.type) {
    case EV_TICK:
        if (el->mode == MODE_FIRE)
            tick_fire(el);
        else
            tick_normal(el);
        break;
    case EV_CAR_CALL:
        on_call(el->car, e.arg, el->mode);
        break;
    case EV_HALL_UP:
        if (e.arg != FLOORS - 1)
            on_call(el->up, e.arg, el->mode);
        break;
    case EV_HALL_DOWN:
        if (e.arg != 0)
            on_call(el->down, e.arg, el->mode);
        break;
    case EV_OBSTACLE:
        on_obstacle(el);
        break;
    case EV_OVERLOAD:
        on_overload(el, e.arg & 1);
        break;
    case EV_FIRE:
        clear_all_calls(el);
        if (el->mode == MODE_NORMAL)
            el->mode = MODE_FIRE;
        break;
    case EV_RESET:
        on_reset(el);
        break;
    case NUM_EVENTS:
        break;
    }
}

static void check_safety(const struct elevator *el)
{
    assert(el->floor >= 0 && el->floor < FLOORS);
    assert(el->motor == M_STOP || el->door == D_CLOSED);
}

int main(void)
{
    uint8_t input[NUM_INPUTS];
    struct queue q;
    struct elevator el;
    klee_make_symbolic(input, sizeof input, "input");
    memset(&q, 0, sizeof q);
    memset(&el, 0, sizeof el);

    /* Each byte: bit 7 = arrived while the main loop was busy, bits 4..6 the
     * event, bits 0..3 its argument. The clock ticks on every second input. */
    for (int i = 0; i < NUM_INPUTS; i++) {
        struct event e = { (enum event_type)((input[i] >> 4) & 7), input[i] & 0x0F };
        struct event tick = { EV_TICK, 0 };
        queue_push(&q, e);
        if (i % 2 == 1)
            queue_push(&q, tick);
        if (input[i] & 0x80)
            continue;
        for (int k = 0; k < 3 && queue_pop(&q, &e); k++) {
            dispatch(&el, e);
            check_safety(&el);
        }
    }
    printf("floor %d served %u dropped %u\n", el.floor, el.served, q.dropped);
    return (int)el.mode;
}
