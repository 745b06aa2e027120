/* Character, line and block output. Each call is one write. */
#include "pathweave_libc.h"

static int put_byte(int c, FILE *f) {
    char byte = (char)c;
    return __pw_put(f, &byte, 1) == 1 ? (unsigned char)byte : EOF;
}

int fputc(int c, FILE *f) { return put_byte(c, f); }
int putc(int c, FILE *f) { return put_byte(c, f); }
int _IO_putc(int c, FILE *f) { return put_byte(c, f); }
int fputc_unlocked(int c, FILE *f) { return put_byte(c, f); }
int putc_unlocked(int c, FILE *f) { return put_byte(c, f); }
int putchar(int c) { return put_byte(c, stdout); }
int putchar_unlocked(int c) { return put_byte(c, stdout); }

int fputs(const char *restrict s, FILE *restrict f) {
    size_t n = strlen(s);
    return __pw_put(f, s, n) == n ? 1 : EOF;
}

int fputs_unlocked(const char *restrict s, FILE *restrict f) { return fputs(s, f); }

int puts(const char *s) {
    char line[256];
    size_t n = strlen(s);
    if (n < sizeof line) {
        __pathweave_memcpy(line, s, n);
        line[n] = '\n';
        if (__pw_put(stdout, line, n + 1) != n + 1) return EOF;
    } else if (__pw_put(stdout, s, n) != n || __pw_put(stdout, "\n", 1) != 1) {
        return EOF;
    }
    return n + 1 > INT_MAX ? INT_MAX : (int)(n + 1);
}

size_t fwrite(const void *restrict p, size_t size, size_t n, FILE *restrict f) {
    size_t wanted = size * n;
    if (wanted == 0) return 0;
    size_t done = __pw_put(f, p, wanted);
    return done == wanted ? n : done / size;
}

size_t fwrite_unlocked(const void *restrict p, size_t size, size_t n, FILE *restrict f) {
    return fwrite(p, size, n, f);
}

int putw(int v, FILE *f) { return __pw_put(f, (const char *)&v, sizeof v) == sizeof v ? 0 : EOF; }

void perror(const char *s) {
    const char *text = strerror(errno);
    char line[256];
    struct sink sink = {.file = stderr, .fd = -1, .data = line, .cap = sizeof line};
    if (s && *s) {
        __pw_emit(&sink, s, strlen(s));
        __pw_emit(&sink, ": ", 2);
    }
    __pw_emit(&sink, text, strlen(text));
    __pw_emit(&sink, "\n", 1);
    __pw_put(stderr, sink.data, sink.used);
}
