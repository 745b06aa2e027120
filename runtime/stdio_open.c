/* Opening and closing streams. */
#include "pathweave_libc.h"

int __pw_mode_flags(const char *mode) {
    int plus = 0, flags = 0;
    for (const char *m = mode + (*mode != 0); *m && *m != ','; m++) {
        if (*m == '+') plus = 1;
        if (*m == 'x') flags |= O_EXCL;
        if (*m == 'e') flags |= O_CLOEXEC;
    }
    if (*mode == 'w')
        flags |= O_CREAT | O_TRUNC;
    else if (*mode == 'a')
        flags |= O_CREAT | O_APPEND;
    else if (*mode != 'r')
        return -1;
    return flags | (plus ? O_RDWR : *mode == 'r' ? O_RDONLY : O_WRONLY);
}

static void set_access(FILE *f, int flags) {
    f->readable = (flags & 3) != O_WRONLY;
    f->writable = (flags & 3) != O_RDONLY;
    f->appending = (flags & O_APPEND) != 0;
}

FILE *__pw_new_file(int flags) {
    FILE *f = calloc(1, sizeof *f);
    if (f) set_access(f, flags);
    return f;
}

static int open_file(const char *path, int flags) {
    int fd = (int)__pw_result(__pathweave_open(path, flags, 0666));
    if (fd >= 0 && (flags & O_APPEND) && (flags & 3) == O_WRONLY)
        __pathweave_lseek(fd, 0, SEEK_END);
    return fd;
}

static int checked_flags(const char *mode) {
    int flags = __pw_mode_flags(mode);
    if (flags < 0) errno = EINVAL;
    return flags;
}

FILE *fopen(const char *path, const char *mode) {
    int flags = checked_flags(mode);
    if (flags < 0) return NULL;
    int fd = open_file(path, flags);
    if (fd < 0) return NULL;
    FILE *f = __pw_new_file(flags);
    if (!f) {
        __pathweave_close(fd);
        return NULL;
    }
    f->fd = fd;
    return f;
}

FILE *fopen64(const char *path, const char *mode) { return fopen(path, mode); }

FILE *fdopen(int fd, const char *mode) {
    int flags = checked_flags(mode);
    if (flags < 0) return NULL;
    FILE *f = __pw_new_file(flags);
    if (f) f->fd = fd;
    return f;
}

/* Lets go of everything but the FILE itself. */
static int release(FILE *f) {
    int r = 0;
    if (f->read_ptr != f->read_end) __pw_drop_input(f);
    if (f->kind == FILE_FD) r = __pw_result(__pathweave_close(f->fd)) < 0 ? EOF : 0;
    if (f->memory && f->owns_memory) __pathweave_free(f->memory);
    if (f->buffer) __pathweave_free(f->buffer);
    *f = (FILE){.fd = -1, .is_static = f->is_static};
    return r;
}

int fclose(FILE *f) {
    int r = release(f);
    if (!f->is_static) free(f);
    return r;
}

int fcloseall(void) { return 0; }

FILE *freopen(const char *path, const char *mode, FILE *f) {
    int flags = checked_flags(mode);
    if (flags < 0) return NULL;
    if (!path) {
        /* The same file in another mode: only what we check ourselves can change. */
        __pw_drop_input(f);
        set_access(f, flags);
        f->flags = 0;
        return f;
    }
    release(f);
    int fd = open_file(path, flags);
    if (fd < 0) {
        if (!f->is_static) free(f);
        return NULL;
    }
    f->fd = fd;
    set_access(f, flags);
    return f;
}

FILE *freopen64(const char *path, const char *mode, FILE *f) { return freopen(path, mode, f); }

/* Temporary files would be created outside the directory the user allows. */
FILE *tmpfile(void) {
    errno = ENOSYS;
    return NULL;
}

FILE *tmpfile64(void) { return tmpfile(); }
