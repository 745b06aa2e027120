/* Positions, states and buffering modes of streams. */
#include "pathweave_libc.h"

/* The size of glibc's fpos_t; only the first field is used. */
typedef struct {
    off_t pos;
    long unused;
} fpos_t;

static int seek_memory(FILE *f, off_t off, int whence) {
    off_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? (off_t)f->pos : (off_t)f->size;
    off_t to = base + off;
    if (whence < 0 || whence > 2 || to < 0 || (f->kind == FILE_FIXED && (size_t)to > f->room)) {
        errno = EINVAL;
        return -1;
    }
    f->pos = (size_t)to;
    return 0;
}

static int seek(FILE *f, off_t off, int whence) {
    int r = __pw_drop_input(f);
    if (r < 0) {
        errno = -r;
        return -1;
    }
    if (f->kind != FILE_FD) {
        if (seek_memory(f, off, whence) != 0) return -1;
    } else if (__pw_result(__pathweave_lseek(f->fd, off, whence)) < 0) {
        return -1;
    }
    f->flags &= ~FILE_EOF;
    return 0;
}

static off_t tell(FILE *f) {
    off_t unread = f->read_end - f->read_ptr;
    if (f->kind != FILE_FD) return (off_t)f->pos - unread;
    off_t at = __pw_result(__pathweave_lseek(f->fd, 0, SEEK_CUR));
    return at < 0 ? -1 : at - unread;
}

int fseeko(FILE *f, off_t off, int whence) { return seek(f, off, whence); }
int fseek(FILE *f, long off, int whence) { return seek(f, off, whence); }
int fseeko64(FILE *f, off_t off, int whence) { return seek(f, off, whence); }
off_t ftello(FILE *f) { return tell(f); }
long ftell(FILE *f) { return tell(f); }
off_t ftello64(FILE *f) { return tell(f); }

void rewind(FILE *f) {
    seek(f, 0, SEEK_SET);
    f->flags = 0;
}

int fgetpos(FILE *restrict f, fpos_t *restrict pos) {
    off_t at = tell(f);
    if (at < 0) return -1;
    *pos = (fpos_t){at, 0};
    return 0;
}

int fsetpos(FILE *f, const fpos_t *pos) { return seek(f, pos->pos, SEEK_SET); }
int fgetpos64(FILE *restrict f, fpos_t *restrict pos) { return fgetpos(f, pos); }
int fsetpos64(FILE *f, const fpos_t *pos) { return fsetpos(f, pos); }

int feof(FILE *f) { return (f->flags & FILE_EOF) != 0; }
int ferror(FILE *f) { return (f->flags & FILE_ERR) != 0; }
void clearerr(FILE *f) { f->flags = 0; }
int feof_unlocked(FILE *f) { return feof(f); }
int ferror_unlocked(FILE *f) { return ferror(f); }
void clearerr_unlocked(FILE *f) { clearerr(f); }

static int descriptor(FILE *f) {
    if (f->kind == FILE_FD && f->fd >= 0) return f->fd;
    errno = EBADF;
    return -1;
}

int fileno(FILE *f) { return descriptor(f); }
int fileno_unlocked(FILE *f) { return descriptor(f); }

/* Output is never held back; flushing an input stream gives back what is unread. */
int fflush(FILE *f) {
    if (f && f->read_ptr != f->read_end && f->kind == FILE_FD) {
        off_t unread = f->read_end - f->read_ptr;
        if (__pathweave_lseek(f->fd, -unread, SEEK_CUR) >= 0) f->read_ptr = f->read_end;
    }
    return 0;
}

int fflush_unlocked(FILE *f) { return fflush(f); }

int setvbuf(FILE *restrict f, char *restrict buf, int mode, size_t n) {
    (void)f;
    (void)buf;
    (void)n;
    return mode >= 0 && mode <= 2 ? 0 : -1;
}

void setbuf(FILE *restrict f, char *restrict buf) {
    (void)f;
    (void)buf;
}

void setbuffer(FILE *restrict f, char *restrict buf, size_t n) {
    (void)f;
    (void)buf;
    (void)n;
}

void setlinebuf(FILE *f) { (void)f; }

/* One thread: a stream's lock is always free. */
void flockfile(FILE *f) { (void)f; }
void funlockfile(FILE *f) { (void)f; }
int ftrylockfile(FILE *f) {
    (void)f;
    return 0;
}

/* Every stream stays byte-oriented; asking for another orientation changes nothing. */
int fwide(FILE *f, int mode) {
    (void)f;
    (void)mode;
    return -1;
}

/* stdio_ext.h */
size_t __fpending(FILE *f) {
    (void)f;
    return 0;
}

int __freading(FILE *f) { return f->readable && !f->writable; }
int __fwriting(FILE *f) { return f->writable && !f->readable; }
int __freadable(FILE *f) { return f->readable; }
int __fwritable(FILE *f) { return f->writable; }
