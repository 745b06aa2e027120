/* qsort, qsort_r and bsearch: the same order for equal keys, the same comparisons in
 * the same order (with glibc's merge sort, before 2.37), and bounds. */
#include "test.h"

#include <dlfcn.h>

RUNTIME(qsort); RUNTIME(qsort_r); RUNTIME(bsearch);

struct item {
    int key, tag;
    char filler[36];
};

static uint64_t trace;

static int order(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    trace = trace * 1099511628211u + (uint64_t)x->tag * 31 + (uint64_t)y->tag;
    return x->key < y->key ? -1 : x->key > y->key;
}

/* Not an order at all: what comes out depends on which pairs are compared. */
static int disorder(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    return (x->key * 7 + y->key * 3) % 5 - 2;
}

static int order_ints(const void *a, const void *b, void *sign) {
    int x = *(const int *)a, y = *(const int *)b;
    return *(int *)sign * (x < y ? -1 : x > y);
}

/* libc's own qsort: AddressSanitizer's wrapper makes comparisons of its own. */
static void system_qsort(void *base, size_t n, size_t size,
                         int (*compare)(const void *, const void *)) {
    void *libc = dlopen("libc.so.6", RTLD_NOW | RTLD_NOLOAD);
    __typeof__(qsort) *sort = libc ? (__typeof__(qsort) *)dlsym(libc, "qsort") : NULL;
    (sort ? sort : qsort)(base, n, size, compare);
}

static void items(size_t n, int keys, int (*compare)(const void *, const void *), int traced) {
    struct item *want = malloc(n * sizeof *want + 1), *got = malloc(n * sizeof *got + 1);
    memset(want, 0, n * sizeof *want);
    for (size_t i = 0; i < n; i++) {
        want[i].key = (int)below((unsigned)keys);
        want[i].tag = (int)i;
    }
    memcpy(got, want, n * sizeof *want);
    trace = 0;
    system_qsort(want, n, sizeof *want, compare);
    uint64_t before = trace;
    trace = 0;
    pw_qsort(got, n, sizeof *got, compare);
    for (size_t i = 0; i < n; i++) {
        char what[64];
        sprintf(what, "qsort of %zu, element %zu", n, i);
        expect_number(what, want[i].tag, got[i].tag);
    }
    if (traced) expect_number("comparisons of qsort", (long)before, (long)trace);
    free(want);
    free(got);
}

static void ints(size_t n) {
    int *want = malloc(n * sizeof *want + 1), *got = malloc(n * sizeof *got + 1), sign = -1;
    for (size_t i = 0; i < n; i++) want[i] = got[i] = (int)below(50);
    qsort_r(want, n, sizeof *want, order_ints, &sign);
    pw_qsort_r(got, n, sizeof *got, order_ints, &sign);
    expect_bytes("qsort_r", want, got, n * sizeof *want);
    free(want);
    free(got);
}

static int order_key(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

static void searches(void) {
    int v[40];
    for (int n = 0; n < 40; n++) {
        for (int i = 0; i < n; i++) v[i] = 2 * i - i % 3;
        qsort(v, (size_t)n, sizeof *v, order_key);
        for (int key = -2; key < 82; key++)
            expect_number("bsearch", (long)bsearch(&key, v, (size_t)n, sizeof *v, order_key),
                          (long)pw_bsearch(&key, v, (size_t)n, sizeof *v, order_key));
    }
}

void test_sort(void) {
#if __GLIBC_PREREQ(2, 37)
    int merge_sorted = 0;
#else
    int merge_sorted = 1;
#endif
    for (size_t n = 0; n < 70; n++) {
        if (merge_sorted) {
            items(n, 5, order, 1);
            items(n, 40, disorder, 0);
        }
        ints(n);
    }
    if (merge_sorted) items(1000, 100, order, 1);
    ints(3000);
    searches();
}
