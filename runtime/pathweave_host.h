/* What the interpreter provides to the runtime: memory, descriptors, the clock,
 * and floating-point text. These functions have no body in C; everything else in
 * this directory is ordinary code built on them. Results of type int or long are
 * negative errno values on failure. Sizes of 0 touch no memory. */
#ifndef PATHWEAVE_HOST_H
#define PATHWEAVE_HOST_H

#include <stddef.h>

/* A fresh heap object, zeroed or uninitialised; NULL when it is too large. */
void *__pathweave_alloc(size_t size, size_t align, int zeroed);
/* Ends the object's life. Checked: double-free, invalid-free. NULL is allowed. */
void __pathweave_free(void *p);
/* Size of the live heap object whose base is p. Checked like a free. */
size_t __pathweave_object_size(const void *p);

/* Checked block operations. They keep pointers and uninitialised bytes as they are. */
void __pathweave_memcpy(void *d, const void *s, size_t n);
void __pathweave_memmove(void *d, const void *s, size_t n);
void __pathweave_memset(void *d, int c, size_t n);

long __pathweave_read(int fd, void *buf, size_t n);
long __pathweave_write(int fd, const void *buf, size_t n);
long __pathweave_open(const char *path, int flags, int mode);
long __pathweave_close(int fd);
long __pathweave_lseek(int fd, long off, int whence);
int __pathweave_isatty(int fd);
long __pathweave_fsize(int fd);

_Noreturn void __pathweave_exit(int code);
_Noreturn void __pathweave_finish(int code); /* runs destructors, then ends the program */
_Noreturn void __pathweave_abort(void);
_Noreturn void __pathweave_killed(int sig); /* by a signal of its own */
_Noreturn void __pathweave_assert_fail(const char *expr, const char *file, unsigned line,
                                       const char *func);

/* Nanoseconds. clock: 0 realtime, 1 monotonic, 2 processor time. */
long __pathweave_clock_ns(int clock);

/* snprintf of one value by one conversion specification, such as "%-10.3f" or "%.2Le". */
int __pathweave_format_double(char *buf, size_t size, const char *spec, double v);
int __pathweave_format_long_double(char *buf, size_t size, const char *spec,
                                   const long double *v);
/* strtod and its kin on the n bytes at s, which need no terminating NUL. */
double __pathweave_parse_double(const char *s, size_t n, size_t *used);
float __pathweave_parse_float(const char *s, size_t n, size_t *used);
void __pathweave_parse_long_double(const char *s, size_t n, size_t *used, long double *out);

#endif
