/* Streams: the three standard ones, and moving bytes in and out of any stream.
 * Output goes to the descriptor at the end of each call; input is buffered. Between
 * calls at most one of the two is true: unread input is buffered, or the next
 * operation may write. __pw_drop_input restores that before a write or a seek. */
#include "pathweave_libc.h"

static FILE in = {.kind = FILE_FD, .fd = 0, .readable = 1, .is_static = 1};
static FILE out = {.kind = FILE_FD, .fd = 1, .writable = 1, .is_static = 1};
static FILE err = {.kind = FILE_FD, .fd = 2, .writable = 1, .is_static = 1};
FILE *stdin = &in;
FILE *stdout = &out;
FILE *stderr = &err;

static int fail(FILE *f, int e) {
    f->flags |= FILE_ERR;
    errno = e;
    return EOF;
}

static int make_buffer(FILE *f) {
    if (f->buffer) return 0;
    f->buffer = __pathweave_alloc(FILE_PUSHBACK + FILE_BUFFER, 16, 0);
    if (!f->buffer) return fail(f, ENOMEM);
    f->read_base = f->read_ptr = f->read_end = f->buffer + FILE_PUSHBACK;
    return 0;
}

static long read_raw(FILE *f, char *to, size_t n) {
    if (f->kind == FILE_FD) return __pathweave_read(f->fd, to, n);
    size_t left = f->pos < f->size ? f->size - f->pos : 0;
    if (n > left) n = left;
    if (n > 0) __pathweave_memcpy(to, f->memory + f->pos, n);
    f->pos += n;
    return (long)n;
}

/* Fills the empty buffer. 0, or EOF with the stream's flag set. */
static int refill(FILE *f) {
    if (!f->readable) return fail(f, EBADF);
    if (make_buffer(f) != 0) return EOF;
    long got = read_raw(f, f->buffer + FILE_PUSHBACK, FILE_BUFFER);
    if (got < 0) return fail(f, (int)-got);
    if (got == 0) {
        f->flags |= FILE_EOF;
        return EOF;
    }
    f->read_ptr = f->buffer + FILE_PUSHBACK;
    f->read_end = f->read_ptr + got;
    return 0;
}

int __pw_get(FILE *f) {
    if (f->read_ptr == f->read_end && refill(f) != 0) return EOF;
    return (unsigned char)*f->read_ptr++;
}

int __uflow(FILE *f) { return __pw_get(f); }

int __underflow(FILE *f) {
    if (f->read_ptr == f->read_end && refill(f) != 0) return EOF;
    return (unsigned char)*f->read_ptr;
}

int ungetc(int c, FILE *f) {
    if (c == EOF || make_buffer(f) != 0 || f->read_ptr == f->buffer) return EOF;
    *--f->read_ptr = (char)c;
    f->flags &= ~FILE_EOF;
    return (unsigned char)c;
}

size_t fread(void *p, size_t size, size_t n, FILE *f) {
    char *to = p;
    size_t wanted = size * n, done = 0;
    while (done < wanted) {
        size_t ready = (size_t)(f->read_end - f->read_ptr);
        if (ready == 0) {
            if (refill(f) != 0) break;
            continue;
        }
        if (ready > wanted - done) ready = wanted - done;
        __pathweave_memcpy(to + done, f->read_ptr, ready);
        f->read_ptr += ready;
        done += ready;
    }
    return done == wanted ? (size ? n : 0) : done / size;
}

/* Gives unread input back to the descriptor. */
int __pw_drop_input(FILE *f) {
    long unread = f->read_end - f->read_ptr;
    f->read_ptr = f->read_end;
    if (unread == 0) return 0;
    if (f->kind != FILE_FD) {
        f->pos -= (size_t)unread;
        return 0;
    }
    long r = __pathweave_lseek(f->fd, -unread, SEEK_CUR);
    return r < 0 ? (int)r : 0;
}

static size_t write_descriptor(FILE *f, const char *s, size_t n) {
    size_t done = 0;
    while (done < n) {
        long put = __pathweave_write(f->fd, s + done, n - done);
        if (put <= 0) {
            fail(f, put < 0 ? (int)-put : 5 /* EIO */);
            break;
        }
        done += (size_t)put;
    }
    return done;
}

/* Makes room for a growing stream's text up to end, and the NUL after it. */
static int grow(FILE *f, size_t end) {
    if (end + 1 <= f->room) return 0;
    size_t room = 2 * f->room > end + 1 ? 2 * f->room : end + 1;
    char *larger = __pathweave_alloc(room, 16, 1);
    if (!larger) return fail(f, ENOMEM);
    __pathweave_memcpy(larger, f->memory, f->size);
    __pathweave_free(f->memory);
    f->memory = larger;
    f->room = room;
    return 0;
}

static size_t write_memory(FILE *f, const char *s, size_t n) {
    if (f->appending) f->pos = f->size;
    if (f->kind == FILE_GROWING && grow(f, f->pos + n) != 0) return 0;
    size_t left = f->pos < f->room ? f->room - f->pos : 0;
    size_t fits = n < left ? n : left;
    if (fits > 0) __pathweave_memcpy(f->memory + f->pos, s, fits);
    f->pos += fits;
    if (f->pos > f->size) f->size = f->pos;
    if (f->size < f->room) f->memory[f->size] = 0;
    if (f->memory_out) {
        *f->memory_out = f->memory;
        *f->size_out = f->pos;
    }
    if (fits < n) fail(f, 28 /* ENOSPC */);
    return fits;
}

size_t __pw_put(FILE *f, const char *s, size_t n) {
    if (!f->writable) {
        fail(f, EBADF);
        return 0;
    }
    if (f->read_ptr != f->read_end) __pw_drop_input(f);
    return f->kind == FILE_FD ? write_descriptor(f, s, n) : write_memory(f, s, n);
}

int __overflow(FILE *f, int c) {
    char byte = (char)c;
    return __pw_put(f, &byte, 1) == 1 ? (unsigned char)byte : EOF;
}
