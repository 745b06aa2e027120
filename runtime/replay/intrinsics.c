/* The intrinsics of klee/klee.h and pathweave.h in a native run.
 *
 * Those that steer an exploration do nothing. An assumption that fails means that the run is not
 * the test's: that is a divergence, not a bug. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

WEAK int __sanitizer_get_ownership(const volatile void *pointer);
WEAK size_t __sanitizer_get_allocated_size(const volatile void *pointer);

WEAK void klee_make_symbolic(void *address, size_t size, const char *name) {
  pathweave_replay_next(SOURCE_SYMBOLIC, name, address, size);
}

WEAK void pathweave_make_symbolic(void *address, size_t size, const char *name) {
  pathweave_replay_next(SOURCE_SYMBOLIC, name, address, size);
}

WEAK void klee_assume(uintptr_t condition) {
  if (!condition) pathweave_replay_diverge("an assumption does not hold");
}

WEAK void pathweave_assume(int condition) { klee_assume(condition != 0); }

WEAK void __VERIFIER_assume(int condition) { klee_assume(condition != 0); }

#define VALUE(type, function)                                                                      \
  WEAK type function(const char *name) {                                                           \
    type value;                                                                                    \
    pathweave_replay_next(SOURCE_SYMBOLIC, name, &value, sizeof value);                            \
    return value;                                                                                  \
  }

VALUE(int, klee_int)
VALUE(char, pathweave_char)
VALUE(signed char, pathweave_schar)
VALUE(unsigned char, pathweave_uchar)
VALUE(short, pathweave_short)
VALUE(unsigned short, pathweave_ushort)
VALUE(int, pathweave_int)
VALUE(unsigned, pathweave_uint)
VALUE(long, pathweave_long)
VALUE(unsigned long, pathweave_ulong)
VALUE(long long, pathweave_longlong)
VALUE(unsigned long long, pathweave_ulonglong)
VALUE(size_t, pathweave_size)
VALUE(float, pathweave_float)
VALUE(double, pathweave_double)

WEAK _Bool pathweave_bool(const char *name) { return pathweave_uchar(name) != 0; }

/* A range of one value is no input for KLEE; a test may have it or not. */
WEAK int klee_range(int begin, int end, const char *name) {
  int value;
  if ((long long)begin + 1 == end) {
    struct input *input = peek();
    int present = input && input->source == SOURCE_SYMBOLIC && input->size == sizeof value &&
                  same_name(input, name ? name : "unnamed");
    if (!present) return begin;
  }
  pathweave_replay_next(SOURCE_SYMBOLIC, name, &value, sizeof value);
  if (value < begin || value >= end) {
    pathweave_replay_diverge("%s is %d, not within %d and %d", name ? name : "a value", value,
                             begin, end);
  }
  return value;
}

WEAK int pathweave_range(int begin, int end, const char *name) {
  return klee_range(begin, end, name);
}

WEAK uintptr_t klee_choose(uintptr_t count) {
  uintptr_t value;
  pathweave_replay_next(SOURCE_SYMBOLIC, "klee_choose", &value, sizeof value);
  if (value >= count) pathweave_replay_diverge("klee_choose is out of its range");
  return value;
}

WEAK void klee_silent_exit(int status) { exit(status); }

WEAK void klee_abort(void) { abort(); }

WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  (void)suffix;
  pathweave_replay_say("error: %s:%d: %s", file ? file : "", line, message ? message : "");
  abort();
}

WEAK void pathweave_fail(const char *message) {
  pathweave_replay_say("failed: %s", message ? message : "");
  abort();
}

WEAK void reach_error(void) {
  pathweave_replay_say("failed: reach_error was called");
  abort();
}

WEAK void __VERIFIER_error(void) {
  pathweave_replay_say("failed: __VERIFIER_error was called");
  abort();
}

WEAK unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
WEAK unsigned klee_is_replay(void) { return 1; }
WEAK int pathweave_is_replay(void) { return 1; }
WEAK int klee_get_errno(void) { return errno; }

WEAK size_t klee_get_obj_size(void *object) {
  if (__sanitizer_get_ownership && __sanitizer_get_ownership(object)) {
    return __sanitizer_get_allocated_size(object);
  }
  pathweave_replay_diverge("klee_get_obj_size has no native meaning for this object");
}

/* The sanitizers watch memcpy, so reading this way is a check. */
WEAK void klee_check_memory_access(const void *address, size_t size) {
  static char sink[4096];
  for (size_t at = 0; at < size; at += sizeof sink) {
    size_t part = size - at < sizeof sink ? size - at : sizeof sink;
    memcpy(sink, (const char *)address + at, part);
    __asm__ volatile("" : : "r"(sink) : "memory");
  }
}

#define IDENTITY(type, function)                                                                   \
  WEAK type function(type value) { return value; }

IDENTITY(float, klee_get_valuef)
IDENTITY(double, klee_get_valued)
IDENTITY(long, klee_get_valuel)
IDENTITY(long long, klee_get_valuell)
IDENTITY(int32_t, klee_get_value_i32)
IDENTITY(int64_t, klee_get_value_i64)

WEAK void klee_define_fixed_object(void *address, size_t size) {
  uintptr_t page = sysconf(_SC_PAGESIZE);
  uintptr_t from = (uintptr_t)address & -page;
  uintptr_t to = ((uintptr_t)address + size + page - 1) & -page;
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE;
  void *got = mmap((void *)from, to - from, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (got != (void *)from && errno != EEXIST) {
    pathweave_replay_diverge("no memory can be placed at %p", address);
  }
}

WEAK void klee_warning(const char *message) { fprintf(stderr, "warning: %s\n", message); }

WEAK void klee_warning_once(const char *message) {
  static const char *last;
  if (last == message) return;
  last = message;
  klee_warning(message);
}

WEAK void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
WEAK void klee_posix_prefer_cex(void *object, uintptr_t wish) { (void)object, (void)wish; }
WEAK void klee_mark_global(void *object) { (void)object; }
WEAK void klee_print_expr(const char *message, ...) { (void)message; }
WEAK void klee_print_range(const char *name, int value) { (void)name, (void)value; }
WEAK void klee_stack_trace(void) {}
WEAK void klee_set_forking(unsigned enable) { (void)enable; }
WEAK void klee_open_merge(void) {}
WEAK void klee_close_merge(void) {}
WEAK void klee_alias_function(const char *name, const char *with) { (void)name, (void)with; }
