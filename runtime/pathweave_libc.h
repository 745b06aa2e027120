/* The types and functions that the runtime's modules share. It stands in for the
 * system's headers, which the runtime never includes: layouts that programs see
 * (struct tm, FILE's first fields, ...) are those of glibc on 64-bit Linux.
 *
 * A program's own definitions win over the runtime's. So the runtime itself calls
 * only names that ISO C reserves, or private ones beginning with __pw_: a program
 * may well define a getline or a strlcpy that means something else. */
#ifndef PATHWEAVE_LIBC_H
#define PATHWEAVE_LIBC_H

#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include "pathweave_host.h"

typedef long ssize_t;
typedef long off_t;
typedef unsigned int wint_t;

/* errno */
int *__errno_location(void);
#define errno (*__errno_location())
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EBADF 9
#define EAGAIN 11
#define ENOMEM 12
#define EBUSY 16
#define EINVAL 22
#define ENFILE 23
#define ESPIPE 29
#define EDOM 33
#define ERANGE 34
#define ENOSYS 38
#define EOVERFLOW 75
#define EILSEQ 84
/* Turns a primitive's negative errno into -1 with errno set. */
long __pw_result(long r);

/* Open flags: the generic Linux numbers, equal on x86_64 and aarch64. */
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_CLOEXEC 02000000
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2

/* Streams. The first seven fields are where glibc's inline getc_unlocked and
 * putc_unlocked look: the read window is real, the write window is always empty,
 * so that every character written goes through __overflow. */
typedef struct _IO_FILE FILE;
struct _IO_FILE {
    int flags; /* FILE_EOF and FILE_ERR, glibc's bits */
    char *read_ptr;
    char *read_end;
    char *read_base;
    char *write_base;
    char *write_ptr;
    char *write_end;
    int kind; /* FILE_FD, FILE_FIXED or FILE_GROWING */
    int fd;
    int readable;
    int writable;
    int appending;
    int is_static;
    char *buffer;   /* read buffer, FILE_PUSHBACK bytes of room in front */
    char *memory;   /* contents of a memory stream */
    size_t size;    /* bytes in use there */
    size_t room;    /* bytes it may hold */
    size_t pos;     /* next byte there */
    int owns_memory;
    char **memory_out; /* open_memstream's results */
    size_t *size_out;
};
enum { FILE_FD, FILE_FIXED, FILE_GROWING };
enum { FILE_EOF = 0x10, FILE_ERR = 0x20 };
enum { FILE_PUSHBACK = 16, FILE_BUFFER = 4096 };
#define EOF (-1)
extern FILE *stdin, *stdout, *stderr;
int __pw_get(FILE *f);                            /* next byte or EOF */
size_t __pw_put(FILE *f, const char *s, size_t n); /* bytes written */
int __pw_mode_flags(const char *mode);            /* fopen mode to open flags, or -1 */
FILE *__pw_new_file(int flags);
int __pw_drop_input(FILE *f);
int ungetc(int c, FILE *f);
int fputc(int c, FILE *f);
int fputs(const char *s, FILE *f);
size_t fread(void *p, size_t size, size_t n, FILE *f);
char *fgets(char *s, int n, FILE *f);
int fclose(FILE *f);
int fseek(FILE *f, long off, int whence);
long ftell(FILE *f);
FILE *fopen(const char *path, const char *mode);
FILE *freopen(const char *path, const char *mode, FILE *f);

/* The printf family: one engine, several places to put the text. */
struct sink {
    FILE *file;   /* where full chunks go, or NULL */
    int fd;       /* the same for dprintf, or -1 */
    int growing;  /* asprintf: data is a heap object that may be replaced */
    char *data;
    size_t cap;   /* bytes that fit at data */
    size_t used;  /* bytes at data */
    size_t total; /* bytes formatted so far */
    int failed;
};
int __pw_format(struct sink *out, const char *fmt, va_list ap);
void __pw_emit(struct sink *out, const char *s, size_t n);
void __pw_pad(struct sink *out, char c, long n);
int __pw_print_file(FILE *f, const char *fmt, va_list ap);
int __pw_print_string(char *s, size_t n, const char *fmt, va_list ap);
int __pw_print_descriptor(int fd, const char *fmt, va_list ap);
int __pw_print_heap(char **text, const char *fmt, va_list ap);
int snprintf(char *s, size_t n, const char *fmt, ...);
int fprintf(FILE *f, const char *fmt, ...);

/* The scanf family. */
enum { SCAN_C99, SCAN_C23 };
int __pw_scan_file(FILE *f, const char *fmt, va_list ap, int dialect);
int __pw_scan_string(const char *s, const char *fmt, va_list ap, int dialect);

/* Memory and strings. */
void *malloc(size_t n);
void *calloc(size_t n, size_t size);
void *realloc(void *p, size_t n);
void free(void *p);
void *memcpy(void *restrict d, const void *restrict s, size_t n);
void *memmove(void *d, const void *s, size_t n);
void *memset(void *d, int c, size_t n);
int memcmp(const void *a, const void *b, size_t n);
void *memchr(const void *s, int c, size_t n);
size_t strlen(const char *s);
char *strcpy(char *restrict d, const char *restrict s);
char *strncpy(char *restrict d, const char *restrict s, size_t n);
char *strcat(char *restrict d, const char *restrict s);
char *strncat(char *restrict d, const char *restrict s, size_t n);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t n);
char *strchr(const char *s, int c);
char *strrchr(const char *s, int c);
size_t strspn(const char *s, const char *set);
size_t strcspn(const char *s, const char *set);
char *strerror(int e);
const char *__pw_error_text(int e); /* NULL when unknown */

/* Characters, by comparison: for code whose characters may be symbolic. */
static inline int is_space(int c) { return c == ' ' || (unsigned)c - '\t' < 5; }
static inline int is_digit(int c) { return (unsigned)c - '0' < 10; }
static inline int to_lower(int c) { return (unsigned)c - 'A' < 26 ? c + 32 : c; }
/* The value of a digit in any base up to 36, or 99. */
static inline int digit_value(int c) {
    if (is_digit(c)) return c - '0';
    c = to_lower(c);
    return (unsigned)c - 'a' < 26 ? c - 'a' + 10 : 99;
}

/* Non-ISO string functions, for use inside the runtime. */
static inline size_t length_within(const char *s, size_t n) {
    size_t i = 0;
    while (i < n && s[i]) i++;
    return i;
}
/* Copies s with its NUL; where the NUL went. */
static inline char *copy_string(char *d, const char *s) {
    while ((*d = *s)) {
        d++;
        s++;
    }
    return d;
}
/* Copies s with a NUL into n bytes, cut if need be; the length of s. */
static inline size_t copy_within(char *d, const char *s, size_t n) {
    size_t i = 0;
    for (; i + 1 < n && s[i]; i++) d[i] = s[i];
    if (n > 0) d[i] = 0;
    while (s[i]) i++;
    return i;
}

/* Conversions. */
unsigned long __pw_parse_unsigned(const char *s, char **end, int base, int binary, int *negative,
                                  int *overflow);
long strtol(const char *restrict s, char **restrict end, int base);
unsigned long strtoul(const char *restrict s, char **restrict end, int base);
double strtod(const char *restrict s, char **restrict end);
float strtof(const char *restrict s, char **restrict end);
long double strtold(const char *restrict s, char **restrict end);

/* Process. */
extern char **environ;
typedef void (*signal_handler)(int);
int __pw_call_handler(int sig); /* 1 when a handler was called or the signal is ignored */
_Noreturn void abort(void);
_Noreturn void exit(int code);
_Noreturn void __chk_fail(void);

/* Time. */
typedef long time_t;
struct tm {
    int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
struct timeval {
    time_t tv_sec;
    long tv_usec;
};
time_t __pw_seconds(struct tm *t, const char *zone); /* timegm and mktime */

/* Wide characters. */
typedef struct {
    int count;
    unsigned value;
} mbstate_t;
size_t wcslen(const wchar_t *s);
size_t mbrtowc(wchar_t *restrict out, const char *restrict s, size_t n, mbstate_t *restrict state);
size_t wcrtomb(char *restrict s, wchar_t c, mbstate_t *restrict state);

#endif
