// An unknown pointer may be null and is otherwise not to be dereferenced.
// 2 = null or not.
//@ verdict: explored
//@ paths: 2
//@ domain: pointer: 0 4096
extern void *__VERIFIER_nondet_pointer(void);
int main(void) {
  char *p = __VERIFIER_nondet_pointer();
  if (p == 0)
    return 1;
  return 0;
}
