/* The part of pthread.h and threads.h that a program with one thread uses: locks are
 * always free, and thread-specific data is one table. Starting a thread is not here. */
#include "pathweave_libc.h"

typedef unsigned long pthread_t;

/* Functions of one or two arguments that succeed and do nothing. */
#define NOTHING(name)      \
    int name(void *object) { \
        (void)object;      \
        return 0;          \
    }
#define NOTHING_WITH(name)                \
    int name(void *object, const void *with) { \
        (void)object;                     \
        (void)with;                       \
        return 0;                         \
    }
#define NOTHING_WITH_INT(name)          \
    int name(void *object, int with) {  \
        (void)object;                   \
        (void)with;                     \
        return 0;                       \
    }

NOTHING_WITH(pthread_mutex_init)
NOTHING(pthread_mutex_destroy)
NOTHING(pthread_mutex_lock)
NOTHING(pthread_mutex_trylock)
NOTHING(pthread_mutex_unlock)
NOTHING_WITH(pthread_mutex_timedlock)
NOTHING(pthread_mutexattr_init)
NOTHING(pthread_mutexattr_destroy)
NOTHING_WITH_INT(pthread_mutexattr_settype)
NOTHING_WITH_INT(pthread_mutexattr_setpshared)
NOTHING_WITH_INT(pthread_mutexattr_setrobust)
NOTHING_WITH_INT(pthread_mutexattr_setprotocol)
NOTHING_WITH(pthread_cond_init)
NOTHING(pthread_cond_destroy)
NOTHING(pthread_cond_signal)
NOTHING(pthread_cond_broadcast)
NOTHING(pthread_condattr_init)
NOTHING(pthread_condattr_destroy)
NOTHING_WITH_INT(pthread_condattr_setclock)
NOTHING_WITH(pthread_rwlock_init)
NOTHING(pthread_rwlock_destroy)
NOTHING(pthread_rwlock_rdlock)
NOTHING(pthread_rwlock_wrlock)
NOTHING(pthread_rwlock_tryrdlock)
NOTHING(pthread_rwlock_trywrlock)
NOTHING(pthread_rwlock_unlock)
NOTHING_WITH_INT(pthread_spin_init)
NOTHING(pthread_spin_destroy)
NOTHING(pthread_spin_lock)
NOTHING(pthread_spin_trylock)
NOTHING(pthread_spin_unlock)
NOTHING(pthread_attr_init)
NOTHING(pthread_attr_destroy)
NOTHING_WITH_INT(mtx_init)
NOTHING(mtx_lock)
NOTHING(mtx_trylock)
NOTHING(mtx_unlock)

void mtx_destroy(void *mutex) { (void)mutex; }

pthread_t pthread_self(void) { return 1; }

int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

static int run_once(int *control, void (*init)(void)) {
    if (*control) return 0;
    *control = 2;
    init();
    return 0;
}

int pthread_once(int *control, void (*init)(void)) { return run_once(control, init); }

void call_once(int *control, void (*init)(void)) { run_once(control, init); }

int pthread_setcancelstate(int state, int *old) {
    (void)state;
    if (old) *old = 0;
    return 0;
}

int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void)) {
    (void)before;
    (void)parent;
    (void)child;
    return 0;
}

enum { KEYS = 128 };

static struct {
    int used;
    void *value;
} keys[KEYS];

/* Destructors would run when a thread ends; the main thread's end is exit, which
 * does not call them. */
int pthread_key_create(unsigned *key, void (*destroy)(void *)) {
    (void)destroy;
    for (unsigned i = 0; i < KEYS; i++)
        if (!keys[i].used) {
            keys[i].used = 1;
            keys[i].value = NULL;
            *key = i;
            return 0;
        }
    return EAGAIN;
}

int pthread_key_delete(unsigned key) {
    if (key >= KEYS || !keys[key].used) return EINVAL;
    keys[key].used = 0;
    return 0;
}

void *pthread_getspecific(unsigned key) {
    return key < KEYS && keys[key].used ? keys[key].value : NULL;
}

int pthread_setspecific(unsigned key, const void *value) {
    if (key >= KEYS || !keys[key].used) return EINVAL;
    keys[key].value = (void *)value;
    return 0;
}
