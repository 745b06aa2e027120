/* Allocation, the environment, exit handlers, signals, assertions and locale. These
 * are checked against the standards' text where comparing would end the test. */
#include "test.h"

#include <locale.h>
#include <malloc.h>
#include <signal.h>

RUNTIME(malloc); RUNTIME(calloc); RUNTIME(realloc); RUNTIME(reallocarray); RUNTIME(free);
RUNTIME(aligned_alloc); RUNTIME(posix_memalign); RUNTIME(getenv); RUNTIME(setenv);
RUNTIME(unsetenv); RUNTIME(putenv); RUNTIME(atexit); RUNTIME(exit); RUNTIME(abort);
RUNTIME(signal); RUNTIME(raise); RUNTIME(sigaction); RUNTIME(setlocale); RUNTIME(localeconv);
RUNTIME(quick_exit); RUNTIME(at_quick_exit);
extern char **pw_environ, **pw___environ;
void pw___assert_fail(const char *e, const char *file, unsigned line, const char *func);
void *pw___memcpy_chk(void *d, const void *s, size_t n, size_t room);
int pw___sprintf_chk(char *s, int flag, size_t room, const char *fmt, ...);
int pw_pthread_once(int *control, void (*f)(void));

static void allocation(void) {
    char *p = pw_malloc(10);
    memcpy(p, "123456789", 10);
    p = pw_realloc(p, 1000);
    expect_text("realloc", "123456789", p);
    p = pw_realloc(p, 5);
    expect_bytes("realloc", "12345", p, 5);
    expect_number("realloc to 0", 1, pw_realloc(p, 0) == NULL);
    p = pw_calloc(100, 3);
    for (int i = 0; i < 300; i++) expect_number("calloc", 0, p[i]);
    pw_free(p);
    volatile size_t huge = SIZE_MAX / 2;
    expect_number("calloc overflow", 1, pw_calloc(huge, 3) == NULL);
    expect_number("errno", ENOMEM, pw_errno);
    expect_number("reallocarray overflow", 1, pw_reallocarray(NULL, huge, 3) == NULL);
    void *q = NULL;
    expect_number("posix_memalign", EINVAL, pw_posix_memalign(&q, 3, 10));
    expect_number("posix_memalign", 0, pw_posix_memalign(&q, 256, 10));
    expect_number("posix_memalign", 0, (long)((uintptr_t)q % 256));
    pw_free(q);
    q = pw_aligned_alloc(64, 128);
    expect_number("aligned_alloc", 0, (long)((uintptr_t)q % 64));
    pw_free(q);
}

static void environment(void) {
    static char *initial[] = {"HOME=/root", "PATH=/bin", "X=", NULL};
    static char put[] = "PUT=in";
    pw_environ = initial;
    expect_text("getenv", "/bin", pw_getenv("PATH"));
    expect_text("getenv", "", pw_getenv("X"));
    expect_text("getenv", NULL, pw_getenv("PAT"));
    expect_number("setenv", 0, pw_setenv("NEW", "1", 0));
    expect_number("setenv", 0, pw_setenv("NEW", "2", 0));
    expect_text("getenv", "1", pw_getenv("NEW"));
    expect_number("setenv", 0, pw_setenv("NEW", "3", 1));
    expect_text("getenv", "3", pw_getenv("NEW"));
    expect_number("setenv", -1, pw_setenv("A=B", "3", 1));
    expect_number("putenv", 0, pw_putenv(put));
    put[4] = 'o';
    expect_text("getenv", "on", pw_getenv("PUT"));
    expect_number("unsetenv", 0, pw_unsetenv("PATH"));
    expect_text("getenv", NULL, pw_getenv("PATH"));
    expect_text("getenv", "/root", pw_getenv("HOME"));
    for (int i = 0; i < 100; i++) {
        char name[16];
        sprintf(name, "N%d", i);
        pw_setenv(name, name, 1);
    }
    expect_text("getenv", "N77", pw_getenv("N77"));
    expect_number("__environ", 1, pw___environ == pw_environ);
}

static char order[64];
static void first(void) { strcat(order, "1"); }
static void second(void) { strcat(order, "2"); }
static void nested(void) {
    strcat(order, "n");
    pw_atexit(second);
}
static int signalled;
static void on_signal(int sig) { signalled = sig; }
static void once(void) { strcat(order, "o"); }

#define ENDS(call, code)                                \
    if (setjmp(host_end) == 0) {                        \
        call;                                           \
        fail(#call " came back");                       \
    } else {                                            \
        expect_number(#call, code, host_code);          \
    }

static void endings(void) {
    pw_atexit(first);
    pw_atexit(nested);
    for (int i = 0; i < 40; i++) pw_atexit(second);
    ENDS(pw_exit(7), 7)
    expect_text("handlers", "2222222222222222222222222222222222222222n21", order);
    order[0] = 0;
    pw_at_quick_exit(first);
    ENDS(pw_quick_exit(3), 3)
    expect_text("quick handlers", "1", order);
    ENDS(pw_abort(), -1)
    ENDS(pw___assert_fail("x", "f.c", 1, "f"), -2)
    expect_number("signal", 1, pw_signal(SIGUSR1, on_signal) == SIG_DFL);
    expect_number("raise", 0, pw_raise(SIGUSR1));
    expect_number("raise", SIGUSR1, signalled);
    expect_number("signal", 1, pw_signal(SIGUSR1, SIG_IGN) == on_signal);
    expect_number("raise", 0, pw_raise(SIGUSR1));
    expect_number("raise", 0, pw_raise(SIGCHLD));
    ENDS(pw_raise(SIGTERM), -100 - SIGTERM)
    expect_number("signal", 1, pw_signal(99, on_signal) == SIG_ERR);
    struct sigaction act, old;
    memset(&act, 0, sizeof act);
    act.sa_handler = on_signal;
    act.sa_flags = (int)SA_RESETHAND;
    expect_number("sigaction", 0, pw_sigaction(SIGABRT, &act, NULL));
    ENDS(pw_abort(), -1)
    expect_number("abort's handler", SIGABRT, signalled);
    expect_number("sigaction", 0, pw_sigaction(SIGABRT, NULL, &old));
    expect_number("SA_RESETHAND", 1, old.sa_handler == SIG_DFL);
    char small[4];
    host_output_length[2] = 0;
    ENDS(pw___memcpy_chk(small, "12345678", 8, 4), -1)
    ENDS(pw___sprintf_chk(small, 1, 4, "%d", 12345), -1)
    expect_number("__sprintf_chk", 3, pw___sprintf_chk(small, 1, 4, "%d", 123));
    int control = 0;
    order[0] = 0;
    pw_pthread_once(&control, once);
    pw_pthread_once(&control, once);
    expect_text("pthread_once", "o", order);
}

static void locale(void) {
    expect_text("setlocale", "C", pw_setlocale(LC_ALL, ""));
    expect_text("setlocale", "C", pw_setlocale(LC_ALL, NULL));
    expect_text("setlocale", NULL, pw_setlocale(LC_ALL, "xx_YY"));
    struct lconv *want = localeconv(), *got = pw_localeconv();
    expect_text("decimal_point", want->decimal_point, got->decimal_point);
    expect_text("negative_sign", want->negative_sign, got->negative_sign);
    expect_number("int_n_sign_posn", want->int_n_sign_posn, got->int_n_sign_posn);
}

void test_process(void) {
    allocation();
    environment();
    endings();
    locale();
}
