/* qsort, qsort_r and bsearch. The sort is a top-down merge sort: stable, and with
 * the comparisons of glibc 2.36 in the same order, so that even an inconsistent
 * comparison function gives the same result. Elements move by block copies, which
 * keep the pointers in them intact. */
#include "pathweave_libc.h"

typedef int (*compare)(const void *, const void *);
typedef int (*compare_with)(const void *, const void *, void *);

/* Merges the sorted runs [0, half) and [half, n) of base by way of scratch. */
static void merge(char *base, size_t n, size_t size, compare_with order, void *arg,
                  char *scratch) {
    size_t half = n / 2, left = 0, right = half, out = 0;
    while (left < half && right < n) {
        size_t take = order(base + left * size, base + right * size, arg) <= 0 ? left++ : right++;
        __pathweave_memcpy(scratch + out * size, base + take * size, size);
        out++;
    }
    /* What is left of the right run already stands in its place. */
    if (left < half) __pathweave_memcpy(scratch + out * size, base + left * size, (half - left) * size);
    __pathweave_memcpy(base, scratch, right * size);
}

/* A run to be sorted: visited once to split it, and again to merge its halves. */
struct run {
    size_t start, n;
    int split;
};

static void sort_runs(char *base, size_t n, size_t size, compare_with order, void *arg,
                      char *scratch) {
    /* Each level leaves at most two runs waiting. */
    struct run stack[2 * 64 + 1];
    size_t depth = 0;
    stack[depth++] = (struct run){0, n, 0};
    while (depth > 0) {
        struct run *top = &stack[depth - 1];
        size_t start = top->start, count = top->n, half = count / 2;
        if (count <= 1) {
            depth--;
        } else if (top->split) {
            merge(base + start * size, count, size, order, arg, scratch);
            depth--;
        } else {
            top->split = 1;
            stack[depth++] = (struct run){start + half, count - half, 0};
            stack[depth++] = (struct run){start, half, 0};
        }
    }
}

static void sort(void *base, size_t n, size_t size, compare_with order, void *arg) {
    if (n <= 1 || size == 0) return;
    char *scratch = __pathweave_alloc(n * size, 16, 0);
    if (!scratch) abort();
    sort_runs(base, n, size, order, arg, scratch);
    __pathweave_free(scratch);
}

void qsort_r(void *base, size_t n, size_t size, compare_with order, void *arg) {
    sort(base, n, size, order, arg);
}

struct plain {
    compare order;
};

static int call_plain(const void *a, const void *b, void *arg) {
    return ((struct plain *)arg)->order(a, b);
}

void qsort(void *base, size_t n, size_t size, compare order) {
    struct plain plain = {order};
    sort(base, n, size, call_plain, &plain);
}

/* One way out of each loop: of two, clang makes an undefined value on the way that does not use it. */
void *bsearch(const void *key, const void *base, size_t n, size_t size, compare order) {
    size_t low = 0, high = n;
    const char *found = NULL;
    while (!found && low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)base + middle * size;
        int sign = order(key, element);
        if (sign == 0)
            found = element;
        else if (sign < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return (void *)found;
}

static void *find(const void *key, const void *base, size_t *n, size_t size, compare order) {
    const char *found = NULL;
    for (size_t i = 0; !found && i < *n; i++) {
        const char *element = (const char *)base + i * size;
        if (order(key, element) == 0) found = element;
    }
    return (void *)found;
}

void *lfind(const void *key, const void *base, size_t *n, size_t size, compare order) {
    return find(key, base, n, size, order);
}

void *lsearch(const void *key, void *base, size_t *n, size_t size, compare order) {
    void *found = find(key, base, n, size, order);
    if (found) return found;
    found = (char *)base + *n * size;
    __pathweave_memcpy(found, key, size);
    ++*n;
    return found;
}
