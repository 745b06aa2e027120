// KLEE's intrinsics in CBMC's words, linked with a workload when CBMC runs it.
void __CPROVER_havoc_slice(void *, __CPROVER_size_t);

void klee_make_symbolic(void *object, unsigned long size, const char *name) {
  (void)name;
  __CPROVER_havoc_slice(object, size);
}

void klee_assume(unsigned long condition) { __CPROVER_assume(condition != 0); }

int klee_int(const char *name) {
  int value;
  (void)name;
  __CPROVER_havoc_slice(&value, sizeof value);
  return value;
}

int klee_range(int begin, int end, const char *name) {
  int value = klee_int(name);
  __CPROVER_assume(value >= begin && value < end);
  return value;
}

void __VERIFIER_assume(int condition) { __CPROVER_assume(condition != 0); }
