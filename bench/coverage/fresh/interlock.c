/* Railway interlocking: routes over points and track circuits, with locking, approach
 * locking, sequential release and signal aspects, driven by dispatcher and field events. */
#include <stdint.h>
#include <stddef.h>
#include <stdbool.h>
#include <string.h>
#include <stdio.h>
#include <assert.h>

void klee_make_symbolic(void *addr, unsigned long size, const char *name);

#define EVENTS 26
#define TRACKS 6
#define POINTS 2
#define SIGNALS 4
#define ROUTES 5
#define APPROACH_TIME 3
#define NONE (-1)

/* Layout: T0 and T1 are the west tracks, T2 holds point 0, T3 holds point 1,
 * T4 and T5 are the east tracks. Signals 0, 1 lead east, 2, 3 lead west. */
enum position { NORMAL, REVERSE, MOVING };
enum aspect { RED, YELLOW, GREEN };
enum rstate { R_IDLE, R_SET, R_CLEARED, R_USED, R_CANCELLING };
enum reply { OK, BUSY, CONFLICT, BLOCKED, FAILED, IGNORED };

struct route_def {
    uint8_t signal, entry;
    uint8_t ntracks, tracks[3]; /* after the entry, in order of travel */
    uint8_t npoints, point[POINTS], need[POINTS];
};

static const struct route_def defs[ROUTES] = {
    { 0, 0, 3, { 2, 3, 4 }, 2, { 0, 1 }, { NORMAL, NORMAL } },
    { 0, 0, 3, { 2, 3, 5 }, 2, { 0, 1 }, { NORMAL, REVERSE } },
    { 1, 1, 3, { 2, 3, 5 }, 2, { 0, 1 }, { REVERSE, REVERSE } },
    { 2, 4, 3, { 3, 2, 0 }, 2, { 1, 0 }, { NORMAL, NORMAL } },
    { 3, 5, 3, { 3, 2, 1 }, 2, { 1, 0 }, { REVERSE, REVERSE } },
};

static const uint8_t point_track[POINTS] = { 2, 3 };

struct route {
    enum rstate state;
    int timer;
    int progress; /* tracks released so far */
};

struct yard {
    bool occupied[TRACKS], failed_track[TRACKS];
    int locked_by[TRACKS];
    enum position pos[POINTS], want[POINTS];
    bool point_locked[POINTS], point_failed[POINTS], manual[POINTS];
    enum aspect sig[SIGNALS];
    bool lamp_failed[SIGNALS];
    struct route route[ROUTES];
    bool emergency;
    int replies[IGNORED + 1];
};

static void init(struct yard *y)
{
    memset(y, 0, sizeof *y);
    for (int i = 0; i < TRACKS; i++)
        y->locked_by[i] = NONE;
}

static bool clear(const struct yard *y, int track)
{
    return !y->occupied[track] && !y->failed_track[track];
}

static bool in_route(const struct route_def *d, int track)
{
    for (int i = 0; i < d->ntracks; i++)
        if (d->tracks[i] == track)
            return true;
    return false;
}

static bool points_proved(const struct yard *y, const struct route_def *d)
{
    for (int i = 0; i < d->npoints; i++)
        if (y->pos[d->point[i]] != (enum position)d->need[i])
            return false;
    return true;
}

static enum reply move_point(struct yard *y, int p, enum position to)
{
    if (y->pos[p] == to)
        return OK;
    if (y->point_locked[p])
        return CONFLICT;
    if (y->occupied[point_track[p]])
        return BLOCKED;
    if (y->point_failed[p])
        return FAILED;
    y->pos[p] = MOVING;
    y->want[p] = to;
    return OK;
}

static enum reply set_route(struct yard *y, int r)
{
    const struct route_def *d = &defs[r];
    if (y->route[r].state != R_IDLE)
        return BUSY;
    if (y->emergency)
        return BLOCKED;
    for (int i = 0; i < d->ntracks; i++) {
        if (y->locked_by[d->tracks[i]] != NONE)
            return CONFLICT;
        if (!clear(y, d->tracks[i]))
            return BLOCKED;
    }
    for (int i = 0; i < d->npoints; i++) {
        if (y->manual[d->point[i]])
            return CONFLICT;
        enum reply rep = move_point(y, d->point[i], (enum position)d->need[i]);
        if (rep != OK)
            return rep;
    }
    for (int i = 0; i < d->ntracks; i++)
        y->locked_by[d->tracks[i]] = r;
    for (int i = 0; i < d->npoints; i++)
        y->point_locked[d->point[i]] = true;
    y->route[r] = (struct route){ R_SET, 0, 0 };
    return OK;
}

static void release_track(struct yard *y, int track)
{
    y->locked_by[track] = NONE;
    for (int p = 0; p < POINTS; p++)
        if (point_track[p] == track)
            y->point_locked[p] = false;
}

static void release_route(struct yard *y, int r)
{
    for (int t = 0; t < TRACKS; t++)
        if (y->locked_by[t] == r)
            release_track(y, t);
    y->route[r] = (struct route){ R_IDLE, 0, 0 };
}

/* Cancelling a cleared route with a train on the approach needs a delay. */
static enum reply cancel_route(struct yard *y, int r)
{
    struct route *rt = &y->route[r];
    switch (rt->state) {
    case R_SET:
        release_route(y, r);
        return OK;
    case R_CLEARED:
        y->sig[defs[r].signal] = RED;
        if (y->occupied[defs[r].entry]) {
            rt->state = R_CANCELLING;
            rt->timer = APPROACH_TIME;
        } else {
            release_route(y, r);
        }
        return OK;
    case R_USED: return BUSY;
    default: return IGNORED;
    }
}

static bool may_clear(const struct yard *y, int r)
{
    const struct route_def *d = &defs[r];
    if (y->emergency || y->lamp_failed[d->signal] || !points_proved(y, d))
        return false;
    for (int i = 0; i < d->ntracks; i++)
        if (!clear(y, d->tracks[i]))
            return false;
    return true;
}

static void update_signals(struct yard *y)
{
    for (int r = 0; r < ROUTES; r++) {
        const struct route_def *d = &defs[r];
        struct route *rt = &y->route[r];
        bool diverging = d->need[0] == REVERSE || d->need[1] == REVERSE;
        if (rt->state == R_SET && may_clear(y, r)) {
            rt->state = R_CLEARED;
            y->sig[d->signal] = diverging ? YELLOW : GREEN;
        } else if (rt->state == R_CLEARED && !may_clear(y, r)) {
            y->sig[d->signal] = RED; /* put back, the route stays locked */
            rt->state = R_SET;
        }
    }
}

/* A train takes the first track, then each track releases as it clears. */
static void train_progress(struct yard *y, int track, bool occupied)
{
    int r = y->locked_by[track];
    if (r == NONE)
        return;
    const struct route_def *d = &defs[r];
    struct route *rt = &y->route[r];
    if (occupied) {
        if (track == d->tracks[0] && (rt->state == R_CLEARED || rt->state == R_CANCELLING)) {
            rt->state = R_USED;
            y->sig[d->signal] = RED;
        }
        return;
    }
    if (rt->state != R_USED || rt->progress >= d->ntracks || d->tracks[rt->progress] != track)
        return;
    release_track(y, track);
    rt->progress++;
    if (rt->progress == d->ntracks - 1 && y->occupied[d->tracks[d->ntracks - 1]])
        release_route(y, r); /* the train stands on the last track */
    else if (rt->progress == d->ntracks)
        release_route(y, r);
}

static enum reply track_event(struct yard *y, int track, bool occupied)
{
    if (y->occupied[track] == occupied)
        return IGNORED;
    y->occupied[track] = occupied;
    train_progress(y, track, occupied);
    return OK;
}

static enum reply point_report(struct yard *y, int p, bool good)
{
    if (y->pos[p] != MOVING)
        return IGNORED;
    if (good)
        y->pos[p] = y->want[p];
    else
        y->point_failed[p] = true;
    return good ? OK : FAILED;
}

/* Hand operation by a worker on site. */
static enum reply manual_point(struct yard *y, int p, int what)
{
    switch (what) {
    case 0:
        if (y->point_locked[p])
            return CONFLICT;
        y->manual[p] = true;
        return OK;
    case 1:
        y->manual[p] = false;
        return OK;
    case 2: /* throw it */
        if (!y->manual[p] || y->occupied[point_track[p]])
            return IGNORED;
        y->pos[p] = y->pos[p] == NORMAL ? REVERSE : NORMAL;
        return OK;
    default: /* repaired */
        if (!y->point_failed[p])
            return IGNORED;
        y->point_failed[p] = false;
        y->pos[p] = y->want[p];
        return OK;
    }
}

static void tick(struct yard *y)
{
    for (int r = 0; r < ROUTES; r++)
        if (y->route[r].state == R_CANCELLING && --y->route[r].timer == 0)
            release_route(y, r);
}

static enum reply emergency(struct yard *y, bool on)
{
    if (y->emergency == on)
        return IGNORED;
    y->emergency = on;
    if (on)
        for (int s = 0; s < SIGNALS; s++)
            y->sig[s] = RED;
    return OK;
}

static enum reply event(struct yard *y, uint8_t ev)
{
    int n = ev & 7;
    switch (ev >> 4) {
    case 0: return n < ROUTES ? set_route(y, n) : IGNORED;
    case 1: return n < ROUTES ? cancel_route(y, n) : IGNORED;
    case 2:
    case 3: return n < TRACKS ? track_event(y, n, ev >> 4 == 2) : IGNORED;
    case 4: return n < POINTS ? point_report(y, n, !(ev & 8)) : IGNORED;
    case 5: return manual_point(y, n & 1, n >> 1);
    case 6:
        if (n < SIGNALS)
            y->lamp_failed[n] = ev & 8;
        return OK;
    case 7:
        if (n < TRACKS)
            y->failed_track[n] = ev & 8;
        return OK;
    case 8: return emergency(y, n & 1);
    case 9:
        tick(y);
        return OK;
    default: return IGNORED;
    }
}

static void check_safety(const struct yard *y)
{
    for (int r = 0; r < ROUTES; r++) {
        const struct route_def *d = &defs[r];
        if (y->route[r].state == R_CLEARED) {
            assert(points_proved(y, d));
            for (int i = 0; i < d->ntracks; i++)
                assert(y->locked_by[d->tracks[i]] == r);
        }
        for (int i = 0; i < d->npoints && y->route[r].state == R_USED; i++) /* no point moves under a train */
            assert(y->locked_by[point_track[d->point[i]]] != r || y->pos[d->point[i]] == (enum position)d->need[i]);
        for (int q = r + 1; q < ROUTES; q++) /* all routes of this yard share T2 or T3 */
            assert(y->route[r].state != R_CLEARED || y->route[q].state != R_CLEARED);
    }
    for (int t = 0; t < TRACKS; t++)
        assert(y->locked_by[t] == NONE || in_route(&defs[y->locked_by[t]], t));
    for (int s = 0; s < SIGNALS; s++)
        assert(y->sig[s] == RED || !y->emergency);
}

int main(void)
{
    uint8_t ev[EVENTS];
    struct yard y;
    klee_make_symbolic(ev, sizeof ev, "events");

    init(&y);
    for (int i = 0; i < EVENTS; i++) {
        y.replies[event(&y, ev[i])]++;
        update_signals(&y);
        check_safety(&y);
    }
    printf("ok %d conflicts %d blocked %d\n", y.replies[OK], y.replies[CONFLICT], y.replies[BLOCKED]);
    if (y.replies[FAILED])
        return 3;
    return y.replies[CONFLICT] ? 2 : y.replies[BLOCKED] > 0;
}
