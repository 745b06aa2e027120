/* Pathweave's own intrinsics: inputs that a harness asks for, and what it assumes about them.
 *
 * Under exploration every input is symbolic; in a native replay it has the value of the test.
 * The name shows up in tests and reports; it may be null. */
#ifndef PATHWEAVE_H
#define PATHWEAVE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes `size` bytes at `address` an input. */
void pathweave_make_symbolic(void *address, size_t size, const char *name);

/* Gives up this path unless `condition` holds. */
void pathweave_assume(int condition);

/* One value as an input. */
#ifdef __cplusplus
bool pathweave_bool(const char *name);
#else
_Bool pathweave_bool(const char *name);
#endif
char pathweave_char(const char *name);
signed char pathweave_schar(const char *name);
unsigned char pathweave_uchar(const char *name);
short pathweave_short(const char *name);
unsigned short pathweave_ushort(const char *name);
int pathweave_int(const char *name);
unsigned int pathweave_uint(const char *name);
long pathweave_long(const char *name);
unsigned long pathweave_ulong(const char *name);
long long pathweave_longlong(const char *name);
unsigned long long pathweave_ulonglong(const char *name);
size_t pathweave_size(const char *name);
float pathweave_float(const char *name);
double pathweave_double(const char *name);

/* An input with begin <= value < end. */
int pathweave_range(int begin, int end, const char *name);

/* Reports a bug here and ends the path. */
__attribute__((noreturn)) void pathweave_fail(const char *message);

/* 1 in a native replay, 0 under exploration. */
int pathweave_is_replay(void);

#ifdef __cplusplus
}
#endif
#endif
