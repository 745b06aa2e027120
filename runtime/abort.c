/* abort, assertions and the failures that compilers call. */
#include "pathweave_libc.h"

enum { SIGABRT = 6 };

_Noreturn void abort(void) {
    __pw_call_handler(SIGABRT);
    __pathweave_abort();
}

_Noreturn void __assert_fail(const char *expr, const char *file, unsigned line,
                             const char *func) {
    __pathweave_assert_fail(expr, file, line, func);
}

_Noreturn void __assert(const char *expr, const char *file, int line) {
    __pathweave_assert_fail(expr, file, (unsigned)line, "?");
}

_Noreturn void __assert_perror_fail(int e, const char *file, unsigned line, const char *func) {
    __pathweave_assert_fail(strerror(e), file, line, func);
}

static _Noreturn void complain(const char *text) {
    __pathweave_write(2, text, strlen(text));
    __pathweave_abort();
}

_Noreturn void __stack_chk_fail(void) { complain("*** stack smashing detected ***: terminated\n"); }

_Noreturn void __chk_fail(void) { complain("*** buffer overflow detected ***: terminated\n"); }
