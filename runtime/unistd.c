/* unistd.h and fcntl.h on descriptors: the primitives with errno set. Which files
 * may be opened is the interpreter's decision. */
#include "pathweave_libc.h"

static ssize_t get(int fd, void *buf, size_t n) {
    return __pw_result(__pathweave_read(fd, buf, n));
}

static ssize_t put(int fd, const void *buf, size_t n) {
    return __pw_result(__pathweave_write(fd, buf, n));
}

static off_t seek(int fd, off_t off, int whence) {
    return __pw_result(__pathweave_lseek(fd, off, whence));
}

ssize_t read(int fd, void *buf, size_t n) { return get(fd, buf, n); }

ssize_t write(int fd, const void *buf, size_t n) { return put(fd, buf, n); }

off_t lseek(int fd, off_t off, int whence) { return seek(fd, off, whence); }

off_t lseek64(int fd, off_t off, int whence) { return seek(fd, off, whence); }

static int open_with(const char *path, int flags, va_list ap) {
    int mode = flags & O_CREAT ? va_arg(ap, int) : 0;
    return (int)__pw_result(__pathweave_open(path, flags, mode));
}

int open(const char *path, int flags, ...) {
    va_list ap;
    va_start(ap, flags);
    int fd = open_with(path, flags, ap);
    va_end(ap);
    return fd;
}

int open64(const char *path, int flags, ...) {
    va_list ap;
    va_start(ap, flags);
    int fd = open_with(path, flags, ap);
    va_end(ap);
    return fd;
}

int __open_2(const char *path, int flags) {
    return (int)__pw_result(__pathweave_open(path, flags, 0));
}

int __open64_2(const char *path, int flags) {
    return (int)__pw_result(__pathweave_open(path, flags, 0));
}

static int create(const char *path, unsigned mode) {
    return (int)__pw_result(__pathweave_open(path, O_WRONLY | O_CREAT | O_TRUNC, (int)mode));
}

int creat(const char *path, unsigned mode) { return create(path, mode); }

int creat64(const char *path, unsigned mode) { return create(path, mode); }

int close(int fd) { return (int)__pw_result(__pathweave_close(fd)); }

int isatty(int fd) {
    int r = __pathweave_isatty(fd);
    if (r > 0) return 1;
    errno = r < 0 ? -r : 25; /* ENOTTY */
    return 0;
}

/* Nothing is held back, so there is nothing to write out. */
int fsync(int fd) {
    (void)fd;
    return 0;
}

int fdatasync(int fd) {
    (void)fd;
    return 0;
}

static ssize_t get_at(int fd, void *buf, size_t n, off_t at) {
    off_t before = seek(fd, 0, SEEK_CUR);
    if (before < 0 || seek(fd, at, SEEK_SET) < 0) return -1;
    ssize_t done = get(fd, buf, n);
    seek(fd, before, SEEK_SET);
    return done;
}

static ssize_t put_at(int fd, const void *buf, size_t n, off_t at) {
    off_t before = seek(fd, 0, SEEK_CUR);
    if (before < 0 || seek(fd, at, SEEK_SET) < 0) return -1;
    ssize_t done = put(fd, buf, n);
    seek(fd, before, SEEK_SET);
    return done;
}

ssize_t pread(int fd, void *buf, size_t n, off_t at) { return get_at(fd, buf, n, at); }
ssize_t pread64(int fd, void *buf, size_t n, off_t at) { return get_at(fd, buf, n, at); }
ssize_t pwrite(int fd, const void *buf, size_t n, off_t at) { return put_at(fd, buf, n, at); }
ssize_t pwrite64(int fd, const void *buf, size_t n, off_t at) { return put_at(fd, buf, n, at); }

struct iovec {
    void *base;
    size_t length;
};

ssize_t readv(int fd, const struct iovec *parts, int n) {
    ssize_t total = 0;
    for (int i = 0; i < n; i++) {
        ssize_t done = get(fd, parts[i].base, parts[i].length);
        if (done < 0) return total > 0 ? total : -1;
        total += done;
        if ((size_t)done < parts[i].length) break;
    }
    return total;
}

ssize_t writev(int fd, const struct iovec *parts, int n) {
    ssize_t total = 0;
    for (int i = 0; i < n; i++) {
        ssize_t done = put(fd, parts[i].base, parts[i].length);
        if (done < 0) return total > 0 ? total : -1;
        total += done;
        if ((size_t)done < parts[i].length) break;
    }
    return total;
}
