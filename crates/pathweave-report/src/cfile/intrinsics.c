
#define TEST_WEAK __attribute__((weak))
#define TEST_VALUE(type, function)                                                                      \
  TEST_WEAK type function(const char *name) {                                                           \
    type value;                                                                                    \
    test_give(name, &value, sizeof value);                                                              \
    return value;                                                                                  \
  }
#define TEST_NONDET(type, suffix)                                                                       \
  TEST_WEAK type __VERIFIER_nondet_##suffix(void) {                                                     \
    type value;                                                                                    \
    test_give("__VERIFIER_nondet_" #suffix, &value, sizeof value);                                      \
    return value;                                                                                  \
  }

TEST_WEAK void klee_make_symbolic(void *to, size_t size, const char *name) { test_give(name, to, size); }
TEST_WEAK void pathweave_make_symbolic(void *to, size_t size, const char *name) { test_give(name, to, size); }
TEST_VALUE(int, klee_int)
TEST_VALUE(_Bool, pathweave_bool)
TEST_VALUE(char, pathweave_char)
TEST_VALUE(signed char, pathweave_schar)
TEST_VALUE(unsigned char, pathweave_uchar)
TEST_VALUE(short, pathweave_short)
TEST_VALUE(unsigned short, pathweave_ushort)
TEST_VALUE(int, pathweave_int)
TEST_VALUE(unsigned, pathweave_uint)
TEST_VALUE(long, pathweave_long)
TEST_VALUE(unsigned long, pathweave_ulong)
TEST_VALUE(long long, pathweave_longlong)
TEST_VALUE(unsigned long long, pathweave_ulonglong)
TEST_VALUE(size_t, pathweave_size)
TEST_VALUE(float, pathweave_float)
TEST_VALUE(double, pathweave_double)
TEST_WEAK int klee_range(int begin, int end, const char *name) {
  return (long long)begin + 1 == end ? begin : klee_int(name);
}
TEST_WEAK int pathweave_range(int begin, int end, const char *name) {
  return klee_range(begin, end, name);
}
TEST_WEAK uintptr_t klee_choose(uintptr_t count) {
  uintptr_t value;
  (void)count;
  test_give("klee_choose", &value, sizeof value);
  return value;
}
TEST_NONDET(_Bool, bool)
TEST_NONDET(char, char)
TEST_NONDET(unsigned char, uchar)
TEST_NONDET(short, short)
TEST_NONDET(unsigned short, ushort)
TEST_NONDET(int, int)
TEST_NONDET(unsigned, uint)
TEST_NONDET(unsigned, unsigned)
TEST_NONDET(long, long)
TEST_NONDET(unsigned long, ulong)
TEST_NONDET(long long, longlong)
TEST_NONDET(unsigned long long, ulonglong)
TEST_NONDET(__int128, int128)
TEST_NONDET(unsigned __int128, uint128)
TEST_NONDET(float, float)
TEST_NONDET(double, double)
TEST_NONDET(size_t, size_t)
TEST_NONDET(unsigned char, u8)
TEST_NONDET(unsigned short, u16)
TEST_NONDET(unsigned, u32)
TEST_NONDET(unsigned long long, u64)
TEST_NONDET(long long, loff_t)
TEST_NONDET(unsigned long, sector_t)
TEST_NONDET(void *, pointer)
TEST_NONDET(char *, pchar)
TEST_WEAK void klee_assume(uintptr_t condition) {
  if (condition) return;
  fputs("diverged: an assumption does not hold\n", stderr);
  _exit(113);
}
TEST_WEAK void pathweave_assume(int condition) { klee_assume(condition != 0); }
TEST_WEAK void __VERIFIER_assume(int condition) { klee_assume(condition != 0); }
TEST_WEAK void __VERIFIER_error(void) { abort(); }
TEST_WEAK void reach_error(void) { abort(); }
TEST_WEAK void pathweave_fail(const char *message) {
  fprintf(stderr, "failed: %s\n", message);
  abort();
}
TEST_WEAK int pathweave_is_replay(void) { return 1; }
TEST_WEAK unsigned klee_is_replay(void) { return 1; }
TEST_WEAK unsigned klee_is_symbolic(uintptr_t value) { return (void)value, 0; }
TEST_WEAK void klee_silent_exit(int status) { exit(status); }
TEST_WEAK void klee_abort(void) { abort(); }
TEST_WEAK void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  fprintf(stderr, "%s:%d: %s (%s)\n", file, line, message, suffix);
  abort();
}
TEST_WEAK float klee_get_valuef(float value) { return value; }
TEST_WEAK double klee_get_valued(double value) { return value; }
TEST_WEAK long klee_get_valuel(long value) { return value; }
TEST_WEAK long long klee_get_valuell(long long value) { return value; }
TEST_WEAK int32_t klee_get_value_i32(int32_t value) { return value; }
TEST_WEAK int64_t klee_get_value_i64(int64_t value) { return value; }
TEST_WEAK void klee_warning(const char *message) { fprintf(stderr, "warning: %s\n", message); }
TEST_WEAK void klee_warning_once(const char *message) { klee_warning(message); }
TEST_WEAK void klee_prefer_cex(void *object, uintptr_t wish) { (void)object, (void)wish; }
TEST_WEAK void klee_posix_prefer_cex(void *object, uintptr_t wish) { (void)object, (void)wish; }
TEST_WEAK void klee_mark_global(void *object) { (void)object; }
TEST_WEAK void klee_print_expr(const char *message, ...) { (void)message; }
TEST_WEAK void klee_print_range(const char *name, int value) { (void)name, (void)value; }
TEST_WEAK void klee_stack_trace(void) {}
TEST_WEAK void klee_set_forking(unsigned enable) { (void)enable; }
TEST_WEAK void klee_open_merge(void) {}
TEST_WEAK void klee_close_merge(void) {}
TEST_WEAK void klee_check_memory_access(const void *at, size_t size) { (void)at, (void)size; }
