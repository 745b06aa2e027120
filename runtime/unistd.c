/* unistd.h and fcntl.h on descriptors: the primitives with errno set. Which files
 * may be opened is the interpreter's decision. */
#include "pathweave_libc.h"

ssize_t read(int fd, void *buf, size_t n) { return __pw_result(__pathweave_read(fd, buf, n)); }

ssize_t write(int fd, const void *buf, size_t n) {
    return __pw_result(__pathweave_write(fd, buf, n));
}

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

int __open64_2(const char *path, int flags) { return __open_2(path, flags); }

int creat(const char *path, unsigned mode) {
    return (int)__pw_result(__pathweave_open(path, O_WRONLY | O_CREAT | O_TRUNC, (int)mode));
}

int creat64(const char *path, unsigned mode) { return creat(path, mode); }

int close(int fd) { return (int)__pw_result(__pathweave_close(fd)); }

off_t lseek(int fd, off_t off, int whence) {
    return __pw_result(__pathweave_lseek(fd, off, whence));
}

off_t lseek64(int fd, off_t off, int whence) { return lseek(fd, off, whence); }

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

int fdatasync(int fd) { return fsync(fd); }

ssize_t pread(int fd, void *buf, size_t n, off_t at) {
    off_t before = lseek(fd, 0, SEEK_CUR);
    if (before < 0 || lseek(fd, at, SEEK_SET) < 0) return -1;
    ssize_t got = read(fd, buf, n);
    lseek(fd, before, SEEK_SET);
    return got;
}

ssize_t pread64(int fd, void *buf, size_t n, off_t at) { return pread(fd, buf, n, at); }

ssize_t pwrite(int fd, const void *buf, size_t n, off_t at) {
    off_t before = lseek(fd, 0, SEEK_CUR);
    if (before < 0 || lseek(fd, at, SEEK_SET) < 0) return -1;
    ssize_t put = write(fd, buf, n);
    lseek(fd, before, SEEK_SET);
    return put;
}

ssize_t pwrite64(int fd, const void *buf, size_t n, off_t at) { return pwrite(fd, buf, n, at); }

struct iovec {
    void *base;
    size_t length;
};

ssize_t readv(int fd, const struct iovec *parts, int n) {
    ssize_t total = 0;
    for (int i = 0; i < n; i++) {
        ssize_t got = read(fd, parts[i].base, parts[i].length);
        if (got < 0) return total > 0 ? total : -1;
        total += got;
        if ((size_t)got < parts[i].length) break;
    }
    return total;
}

ssize_t writev(int fd, const struct iovec *parts, int n) {
    ssize_t total = 0;
    for (int i = 0; i < n; i++) {
        ssize_t put = write(fd, parts[i].base, parts[i].length);
        if (put < 0) return total > 0 ? total : -1;
        total += put;
        if ((size_t)put < parts[i].length) break;
    }
    return total;
}
