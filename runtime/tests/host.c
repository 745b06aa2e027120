/* The interpreter's primitives over the system's libc, and the tests' frame. */
#include "test.h"

#include <fcntl.h>
#include <malloc.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>

#include "../pathweave_host.h"

long cases;
char host_output[3][1 << 16];
size_t host_output_length[3];
const char *host_input;
size_t host_input_length;
jmp_buf host_end;
int host_code;

void *__pathweave_alloc(size_t size, size_t align, int zeroed) {
    void *p;
    if (size > PTRDIFF_MAX / 2) return NULL;
    if (posix_memalign(&p, align, size) != 0) return NULL;
    memset(p, zeroed ? 0 : 0xa5, size);
    return p;
}

void __pathweave_free(void *p) { free(p); }
size_t __pathweave_object_size(const void *p) { return malloc_usable_size((void *)p); }
void __pathweave_memcpy(void *d, const void *s, size_t n) { if (n) memcpy(d, s, n); }
void __pathweave_memmove(void *d, const void *s, size_t n) { if (n) memmove(d, s, n); }
void __pathweave_memset(void *d, int c, size_t n) { if (n) memset(d, c, n); }

static long result(long r) { return r < 0 ? -errno : r; }

long __pathweave_read(int fd, void *buf, size_t n) {
    if (fd != 0) return result(read(fd, buf, n));
    if (n > host_input_length) n = host_input_length;
    memcpy(buf, host_input, n);
    host_input += n;
    host_input_length -= n;
    return (long)n;
}

long __pathweave_write(int fd, const void *buf, size_t n) {
    if (fd != 1 && fd != 2) return result(write(fd, buf, n));
    if (host_output_length[fd] + n > sizeof host_output[fd]) return -ENOSPC;
    memcpy(host_output[fd] + host_output_length[fd], buf, n);
    host_output_length[fd] += n;
    return (long)n;
}

long __pathweave_open(const char *path, int flags, int mode) {
    return result(open(path, flags, mode));
}
long __pathweave_close(int fd) { return result(close(fd)); }
long __pathweave_lseek(int fd, long off, int whence) { return result(lseek(fd, off, whence)); }
int __pathweave_isatty(int fd) { return isatty(fd); }
long __pathweave_fsize(int fd) { return lseek(fd, 0, SEEK_END); }

static _Noreturn void end(int code) {
    host_code = code;
    longjmp(host_end, 1);
}

_Noreturn void __pathweave_exit(int code) { end(code); }
_Noreturn void __pathweave_finish(int code) { end(code); }
_Noreturn void __pathweave_abort(void) { end(-1); }
_Noreturn void __pathweave_killed(int sig) { end(-100 - sig); }
_Noreturn void __pathweave_assert_fail(const char *expr, const char *file, unsigned line,
                                       const char *func) {
    (void)expr, (void)file, (void)line, (void)func;
    end(-2);
}

long __pathweave_clock_ns(int clock) {
    static const clockid_t ids[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID};
    struct timespec t;
    clock_gettime(ids[clock], &t);
    return t.tv_sec * 1000000000l + t.tv_nsec;
}

int __pathweave_format_double(char *buf, size_t size, const char *spec, double v) {
    return snprintf(buf, size, spec, v);
}

int __pathweave_format_long_double(char *buf, size_t size, const char *spec,
                                   const long double *v) {
    return snprintf(buf, size, spec, *v);
}

#define PARSE(type, call)                         \
    char *text = strndup(s, n), *stop;            \
    type v = call(text, &stop);                   \
    *used = (size_t)(stop - text);                \
    if (*used != n) fail("the extent of \"%s\" was measured wrong: %zu", text, *used); \
    free(text)

double __pathweave_parse_double(const char *s, size_t n, size_t *used) {
    PARSE(double, strtod);
    return v;
}

float __pathweave_parse_float(const char *s, size_t n, size_t *used) {
    PARSE(float, strtof);
    return v;
}

void __pathweave_parse_long_double(const char *s, size_t n, size_t *used, long double *out) {
    PARSE(long double, strtold);
    *out = v;
}

void fail(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    fprintf(stderr, "runtime test: ");
    vfprintf(stderr, format, ap);
    fprintf(stderr, "\n");
    va_end(ap);
    exit(1);
}

const char *show(const void *text, size_t n) {
    static char buffers[8][4096];
    static int next;
    char *out = buffers[next++ % 8];
    const unsigned char *s = text;
    size_t k = 0;
    for (size_t i = 0; i < n && k + 8 < sizeof buffers[0]; i++)
        k += (size_t)(s[i] >= ' ' && s[i] <= '~' ? sprintf(out + k, "%c", s[i])
                                                  : sprintf(out + k, "\\x%02x", s[i]));
    out[k] = 0;
    return out;
}

uint32_t draw(void) {
    static uint64_t state = 0x9e3779b97f4a7c15;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

unsigned below(unsigned n) { return draw() % n; }

void draw_string(char *to, unsigned most, const char *alphabet) {
    unsigned n = below(most + 1), letters = (unsigned)strlen(alphabet);
    for (unsigned i = 0; i < n; i++) to[i] = alphabet[below(letters)];
    to[n] = 0;
}

void expect_number(const char *what, long want, long got) {
    cases++;
    if (want != got) fail("%s: glibc gives %ld, the runtime %ld", what, want, got);
}

void expect_text(const char *what, const char *want, const char *got) {
    cases++;
    if (!want && !got) return;
    if (!want || !got || strcmp(want, got) != 0)
        fail("%s: glibc gives \"%s\", the runtime \"%s\"", what,
             want ? show(want, strlen(want)) : "NULL", got ? show(got, strlen(got)) : "NULL");
}

void expect_bytes(const char *what, const void *want, const void *got, size_t n) {
    cases++;
    if (memcmp(want, got, n) != 0)
        fail("%s: glibc gives \"%s\", the runtime \"%s\"", what, show(want, n), show(got, n));
}

static void run(const char *name, void (*test)(void)) {
    long before = cases;
    test();
    printf("  %-10s %8ld cases\n", name, cases - before);
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        void (*test)(void);
    } tests[] = {
        {"string", test_string}, {"ctype", test_ctype},   {"convert", test_convert},
        {"printf", test_printf}, {"scanf", test_scanf},   {"sort", test_sort},
        {"random", test_random}, {"time", test_time},     {"stdio", test_stdio},
        {"wide", test_wide},     {"process", test_process}, {"getopt", test_getopt},
    };
    setenv("TZ", "UTC", 1);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (argc < 2 || strcmp(argv[1], tests[i].name) == 0) run(tests[i].name, tests[i].test);
    printf("runtime: %ld cases equal to the system's C library\n", cases);
    return 0;
}
