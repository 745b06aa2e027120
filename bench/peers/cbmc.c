// KLEE's intrinsics in CBMC's words, linked with a workload when CBMC runs it.
void __CPROVER_havoc_slice(void *, __CPROVER_size_t);

void klee_make_symbolic(void *object, unsigned long size, const char *name) {
  (void)name;
  __CPROVER_havoc_slice(object, size);
}

void klee_assume(unsigned long condition) { __CPROVER_assume(condition != 0); }
