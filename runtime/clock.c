/* time.h and sys/time.h: reading the clocks, and sleeping, which takes no time. */
#include "pathweave_libc.h"

enum { NS = 1000000000 };

time_t time(time_t *out) {
    time_t t = __pathweave_clock_ns(0) / NS;
    if (out) *out = t;
    return t;
}

long clock(void) { return __pathweave_clock_ns(2) / 1000; }

double difftime(time_t a, time_t b) { return (double)(a - b); }

/* Linux's clock numbers, each mapped to the primitive's three. */
static int primitive_clock(int id) {
    if (id == 0 || id == 5 || id == 11) return 0;                     /* real, coarse, TAI */
    if (id == 1 || id == 4 || id == 6 || id == 7) return 1;           /* monotonic kinds, boot */
    return id == 2 || id == 3 ? 2 : -1;                               /* process, thread */
}

static int read_clock(int id, struct timespec *out) {
    int clock = primitive_clock(id);
    if (clock < 0) {
        errno = EINVAL;
        return -1;
    }
    long ns = __pathweave_clock_ns(clock);
    *out = (struct timespec){ns / NS, ns % NS};
    return 0;
}

int clock_gettime(int id, struct timespec *out) { return read_clock(id, out); }

int clock_getres(int id, struct timespec *out) {
    if (primitive_clock(id) < 0) {
        errno = EINVAL;
        return -1;
    }
    if (out) *out = (struct timespec){0, 1};
    return 0;
}

int timespec_get(struct timespec *out, int base) {
    if (base != 1) return 0;
    read_clock(0, out);
    return base;
}

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
    long ns = __pathweave_clock_ns(0);
    if (out) *out = (struct timeval){ns / NS, ns % NS / 1000};
    if (zone) __pathweave_memset(zone, 0, 2 * sizeof(int));
    return 0;
}

static int check_sleep(const struct timespec *wanted, struct timespec *left) {
    if (wanted->tv_nsec < 0 || wanted->tv_nsec >= NS || wanted->tv_sec < 0) {
        errno = EINVAL;
        return -1;
    }
    if (left) *left = (struct timespec){0, 0};
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *left) {
    return check_sleep(wanted, left);
}

int clock_nanosleep(int id, int flags, const struct timespec *wanted, struct timespec *left) {
    (void)flags;
    if (primitive_clock(id) < 0) return EINVAL;
    return check_sleep(wanted, left) == 0 ? 0 : EINVAL;
}

unsigned sleep(unsigned seconds) {
    (void)seconds;
    return 0;
}

int usleep(unsigned microseconds) {
    (void)microseconds;
    return 0;
}
