/* malloc and its family over the interpreter's heap. Every block is an object of
 * its own; realloc always moves, so that a stale pointer is caught. */
#include "pathweave_libc.h"

enum { MALLOC_ALIGN = 16, PAGE = 4096 };

static void *allocate(size_t n, size_t align, int zeroed) {
    void *p = __pathweave_alloc(n, align, zeroed);
    if (!p) errno = ENOMEM;
    return p;
}

void *malloc(size_t n) { return allocate(n, MALLOC_ALIGN, 0); }

/* 1 when n * size does not fit; errno says so. */
static int too_large(size_t n, size_t size) {
    if (size == 0 || n <= SIZE_MAX / size) return 0;
    errno = ENOMEM;
    return 1;
}

void *calloc(size_t n, size_t size) {
    if (too_large(n, size)) return NULL;
    return allocate(n * size, MALLOC_ALIGN, 1);
}

void free(void *p) { __pathweave_free(p); }

void *realloc(void *p, size_t n) {
    if (!p) return malloc(n);
    size_t old = __pathweave_object_size(p);
    if (n == 0) {
        __pathweave_free(p);
        return NULL;
    }
    void *fresh = malloc(n);
    if (!fresh) return NULL;
    __pathweave_memcpy(fresh, p, old < n ? old : n);
    __pathweave_free(p);
    return fresh;
}

void *reallocarray(void *p, size_t n, size_t size) {
    if (too_large(n, size)) return NULL;
    return realloc(p, n * size);
}

static int is_power_of_two(size_t n) { return n != 0 && (n & (n - 1)) == 0; }

static void *allocate_aligned(size_t align, size_t n) {
    size_t rounded = MALLOC_ALIGN;
    while (rounded < align && rounded <= SIZE_MAX / 4) rounded *= 2;
    return allocate(n, rounded, 0);
}

void *memalign(size_t align, size_t n) { return allocate_aligned(align, n); }

void *aligned_alloc(size_t align, size_t n) { return allocate_aligned(align, n); }

int posix_memalign(void **out, size_t align, size_t n) {
    if (align < sizeof(void *) || !is_power_of_two(align)) return EINVAL;
    void *p = __pathweave_alloc(n, align < MALLOC_ALIGN ? MALLOC_ALIGN : align, 0);
    if (!p) return ENOMEM;
    *out = p;
    return 0;
}

void *valloc(size_t n) { return allocate_aligned(PAGE, n); }

void *pvalloc(size_t n) {
    return allocate_aligned(PAGE, (n + PAGE - 1) & ~(size_t)(PAGE - 1));
}

size_t malloc_usable_size(void *p) { return p ? __pathweave_object_size(p) : 0; }

int malloc_trim(size_t pad) {
    (void)pad;
    return 0;
}

int mallopt(int parameter, int value) {
    (void)parameter;
    (void)value;
    return 1;
}
