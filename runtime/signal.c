/* signal.h for a program that nobody sends signals to: handlers are recorded, and
 * raise calls them. A signal whose default is to end the process does. */
#include "pathweave_libc.h"

typedef struct {
    unsigned long bits[16];
} sigset_t;

struct sigaction {
    union {
        signal_handler plain;
        void (*with_info)(int, void *, void *);
    } call;
    sigset_t mask;
    int flags;
    void (*restorer)(void);
};

enum { SIGNALS = 65, SIGKILL = 9, SIGSTOP = 19, SIGCHLD = 17, SIGCONT = 18, SIGURG = 23, SIGWINCH = 28 };
enum { FLAG_RESTART = 0x10000000, FLAG_RESET = (int)0x80000000, FLAG_INFO = 4 };
#define SIG_DFL ((signal_handler)0)
#define SIG_IGN ((signal_handler)1)
#define SIG_ERR ((signal_handler)-1)

static struct sigaction actions[SIGNALS];
static sigset_t blocked;

static int is_bad(int sig) {
    if (sig > 0 && sig < SIGNALS) return 0;
    errno = EINVAL;
    return 1;
}

static int set_action(int sig, const struct sigaction *act, struct sigaction *old) {
    if (is_bad(sig)) return -1;
    if (act && (sig == SIGKILL || sig == SIGSTOP)) {
        errno = EINVAL;
        return -1;
    }
    struct sigaction before = actions[sig];
    if (act) actions[sig] = *act;
    if (old) *old = before;
    return 0;
}

int sigaction(int sig, const struct sigaction *restrict act, struct sigaction *restrict old) {
    return set_action(sig, act, old);
}

signal_handler signal(int sig, signal_handler handler) {
    struct sigaction act = {{handler}, {{0}}, FLAG_RESTART, NULL}, old;
    return set_action(sig, &act, &old) == 0 ? old.call.plain : SIG_ERR;
}

signal_handler bsd_signal(int sig, signal_handler handler) { return signal(sig, handler); }

signal_handler __sysv_signal(int sig, signal_handler handler) {
    struct sigaction act = {{handler}, {{0}}, FLAG_RESET, NULL}, old;
    return set_action(sig, &act, &old) == 0 ? old.call.plain : SIG_ERR;
}

int __pw_call_handler(int sig) {
    signal_handler handler = actions[sig].call.plain;
    if (handler == SIG_IGN) return 1;
    if (handler == SIG_DFL) return 0;
    struct sigaction action = actions[sig];
    if (action.flags & FLAG_RESET) actions[sig].call.plain = SIG_DFL;
    if (action.flags & FLAG_INFO)
        action.call.with_info(sig, NULL, NULL);
    else
        handler(sig);
    return 1;
}

static int is_harmless(int sig) {
    return sig == SIGCHLD || sig == SIGCONT || sig == SIGURG || sig == SIGWINCH;
}

int raise(int sig) {
    if (is_bad(sig)) return -1;
    if (__pw_call_handler(sig) || is_harmless(sig)) return 0;
    __pathweave_killed(sig);
}

int sigemptyset(sigset_t *set) {
    *set = (sigset_t){{0}};
    return 0;
}

int sigfillset(sigset_t *set) {
    __pathweave_memset(set, 0xff, sizeof *set);
    return 0;
}

static unsigned long bit_of(int sig) { return 1ul << (sig - 1); }

int sigaddset(sigset_t *set, int sig) {
    if (is_bad(sig)) return -1;
    set->bits[0] |= bit_of(sig);
    return 0;
}

int sigdelset(sigset_t *set, int sig) {
    if (is_bad(sig)) return -1;
    set->bits[0] &= ~bit_of(sig);
    return 0;
}

int sigismember(const sigset_t *set, int sig) {
    if (is_bad(sig)) return -1;
    return (set->bits[0] & bit_of(sig)) != 0;
}

/* Recorded only: raise calls a handler even when its signal is blocked. */
static int set_mask(int how, const sigset_t *set, sigset_t *old) {
    sigset_t before = blocked;
    if (set) {
        if (how == 0)
            blocked.bits[0] |= set->bits[0];
        else if (how == 1)
            blocked.bits[0] &= ~set->bits[0];
        else
            blocked = *set;
    }
    if (old) *old = before;
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    return set_mask(how, set, old);
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict old) {
    return set_mask(how, set, old);
}

int siginterrupt(int sig, int on) {
    (void)on;
    return is_bad(sig) ? -1 : 0;
}
