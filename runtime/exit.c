/* exit, quick_exit and what they call first. Handlers run last registered first,
 * and may register more. Streams need no flushing: output is never held back. */
#include "pathweave_libc.h"

struct handler {
    void (*plain)(void);
    void (*with_arg)(void *);
    void *arg;
};

struct list {
    struct handler *items;
    size_t n, room;
    struct handler first[32];
};

static struct list at_exit, at_quick;

static int add(struct list *list, struct handler h) {
    if (!list->items) {
        list->items = list->first;
        list->room = sizeof list->first / sizeof *list->first;
    }
    if (list->n == list->room) {
        size_t bytes = list->n * sizeof h;
        struct handler *larger = __pathweave_alloc(2 * bytes, 16, 0);
        if (!larger) return -1;
        __pathweave_memcpy(larger, list->items, bytes);
        if (list->items != list->first) __pathweave_free(list->items);
        list->items = larger;
        list->room *= 2;
    }
    list->items[list->n++] = h;
    return 0;
}

static void run(struct list *list) {
    while (list->n > 0) {
        struct handler h = list->items[--list->n];
        if (h.plain)
            h.plain();
        else
            h.with_arg(h.arg);
    }
}

int atexit(void (*f)(void)) { return add(&at_exit, (struct handler){f, NULL, NULL}); }

int __cxa_atexit(void (*f)(void *), void *arg, void *library) {
    (void)library;
    return add(&at_exit, (struct handler){NULL, f, arg});
}

int at_quick_exit(void (*f)(void)) { return add(&at_quick, (struct handler){f, NULL, NULL}); }

_Noreturn void exit(int code) {
    run(&at_exit);
    __pathweave_finish(code);
}

_Noreturn void quick_exit(int code) {
    run(&at_quick);
    __pathweave_exit(code);
}

_Noreturn void _Exit(int code) { __pathweave_exit(code); }

_Noreturn void _exit(int code) { __pathweave_exit(code); }
