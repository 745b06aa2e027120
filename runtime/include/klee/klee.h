/* Declarations of KLEE's intrinsics, so that harnesses written for KLEE build without it.
 *
 * Pathweave gives each the meaning that KLEE documents; those that only steer KLEE's own search
 * or print its inner state have no effect. */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Inputs. */
void klee_make_symbolic(void *address, size_t size, const char *name);
int klee_int(const char *name);
int klee_range(int begin, int end, const char *name);
uintptr_t klee_choose(uintptr_t count);

/* What is assumed, and what is preferred in a test. */
void klee_assume(uintptr_t condition);
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* The end of a path. */
__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message,
                                                 const char *suffix);

/* Questions about a value or an object. */
unsigned klee_is_symbolic(uintptr_t value);
unsigned klee_is_replay(void);
size_t klee_get_obj_size(void *object);
void klee_check_memory_access(const void *address, size_t size);
int klee_get_errno(void);

/* One possible value of an expression. */
float klee_get_valuef(float value);
double klee_get_valued(double value);
long klee_get_valuel(long value);
long long klee_get_valuell(long long value);
int32_t klee_get_value_i32(int32_t value);
int64_t klee_get_value_i64(int64_t value);

/* Memory. */
void klee_define_fixed_object(void *address, size_t size);
void klee_mark_global(void *object);

/* Messages. */
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);
void klee_print_range(const char *name, int value);
void klee_stack_trace(void);

/* The search. */
void klee_set_forking(unsigned enable);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_alias_function(const char *name, const char *replacement);

#ifdef __cplusplus
}
#endif

/* An assertion that is checked whatever NDEBUG says. */
#include <assert.h>
#define klee_assert(condition)                                                                     \
  ((condition) ? (void)0 : __assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))

#endif
