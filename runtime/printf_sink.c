/* Where formatted text goes: a caller's buffer, a stream, a descriptor, or a heap
 * object that grows. data[0..used] is text not handed on yet. */
#include "pathweave_libc.h"

static void write_descriptor(struct sink *out, const char *s, size_t n) {
    size_t done = 0;
    while (done < n) {
        long put = __pw_result(__pathweave_write(out->fd, s + done, n - done));
        if (put <= 0) {
            out->failed = 1;
            return;
        }
        done += (size_t)put;
    }
}

static void hand_on(struct sink *out, const char *s, size_t n) {
    if (n == 0) return;
    if (out->file) {
        if (__pw_put(out->file, s, n) != n) out->failed = 1;
    } else {
        write_descriptor(out, s, n);
    }
}

static void grow(struct sink *out, size_t n) {
    size_t cap = 2 * out->cap + n;
    char *larger = __pathweave_alloc(cap, 16, 0);
    if (!larger) {
        errno = ENOMEM;
        out->failed = 1;
        return;
    }
    __pathweave_memcpy(larger, out->data, out->used);
    __pathweave_free(out->data);
    out->data = larger;
    out->cap = cap;
}

void __pw_emit(struct sink *out, const char *s, size_t n) {
    out->total += n;
    size_t left = out->cap - out->used;
    if (n > left) {
        if (out->growing) {
            grow(out, n);
            if (out->failed) return;
        } else if (out->file || out->fd >= 0) {
            hand_on(out, out->data, out->used);
            out->used = 0;
            if (n > out->cap) {
                hand_on(out, s, n);
                return;
            }
        } else {
            n = left;
        }
    }
    if (n > 0) __pathweave_memcpy(out->data + out->used, s, n);
    out->used += n;
}

void __pw_pad(struct sink *out, char c, long n) {
    char block[32];
    if (n <= 0) return;
    __pathweave_memset(block, c, sizeof block);
    while (n > 0) {
        size_t part = n < (long)sizeof block ? (size_t)n : sizeof block;
        __pw_emit(out, block, part);
        n -= (long)part;
    }
}

enum { CHUNK = 512 };

static int finish_writing(struct sink *out, int r) {
    hand_on(out, out->data, out->used);
    return out->failed ? -1 : r;
}

int __pw_print_file(FILE *f, const char *fmt, va_list ap) {
    char chunk[CHUNK];
    struct sink out = {.file = f, .fd = -1, .data = chunk, .cap = CHUNK};
    return finish_writing(&out, __pw_format(&out, fmt, ap));
}

int __pw_print_descriptor(int fd, const char *fmt, va_list ap) {
    char chunk[CHUNK];
    struct sink out = {.fd = fd, .data = chunk, .cap = CHUNK};
    return finish_writing(&out, __pw_format(&out, fmt, ap));
}

int __pw_print_string(char *s, size_t n, const char *fmt, va_list ap) {
    struct sink out = {.fd = -1, .data = s, .cap = n ? n - 1 : 0};
    int r = __pw_format(&out, fmt, ap);
    if (n > 0) s[out.used] = 0;
    return r;
}

int __pw_print_heap(char **text, const char *fmt, va_list ap) {
    struct sink out = {.fd = -1, .growing = 1, .cap = 100};
    out.data = malloc(out.cap);
    if (!out.data) return -1;
    int r = __pw_format(&out, fmt, ap);
    if (!out.failed) __pw_emit(&out, "", 1);
    char *exact = out.failed || r < 0 ? NULL : realloc(out.data, out.used);
    if (!exact) {
        free(out.data);
        return -1;
    }
    *text = exact;
    return r;
}
