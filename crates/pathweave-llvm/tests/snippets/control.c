// Control flow: switches, loops, computed gotos, recursion, variable-length arrays, varargs, setjmp.
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int counter;
int common_variable;
_Thread_local int per_thread = 3;
extern int maybe(int) __attribute__((weak));
__attribute__((weak)) int overridable(int x) { return x + 1; }
static int helper(int x) { return x * counter++; }
extern int other_name(int) __attribute__((alias("exported")));
int exported(int x) { return helper(x); }
__attribute__((constructor)) static void before_main(void) { counter = 1; }
int classify(int x) {
  switch (x) {
  case 1: return 3;
  case 2: case 7: return 4;
  case -5: return 9;
  case 100 ... 110: return 11;
  default: return x * 2;
  }
}
void *computed(int x) {
  static void *table[] = {&&one, &&two};
  goto *table[x];
one:
  return 0;
two:
  return table;
}
int sum(int n, ...) {
  va_list ap, copy;
  va_start(ap, n);
  va_copy(copy, ap);
  int s = 0;
  for (int i = 0; i < n; i++) s += va_arg(ap, int);
  s += (int)va_arg(copy, double) + (int)va_arg(copy, long double);
  va_end(copy);
  va_end(ap);
  return s;
}
int overflow(int a, int b) { int r; if (__builtin_add_overflow(a, b, &r)) abort(); return r; }
void assembly(int *x) { __asm__ volatile("incl %0" : "+m"(*x)::"cc", "memory"); }
jmp_buf env;
int jumps(int x) { if (setjmp(env)) return 1; if (x) longjmp(env, 1); return 0; }
int counts(unsigned x, unsigned long y) {
  return __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctzl(y) + (int)__builtin_bswap32(x);
}
int main(int argc, char **argv) {
  int vla[argc + 1];
  memset(vla, 0, sizeof vla);
  vla[argc] = classify(argc) + sum(3, 1, 2.0, 3.0L) + per_thread;
  printf("%d %s\n", vla[argc], argv[0]);
  if (maybe) maybe(overridable(1));
  do { if (argc-- == 2) continue; } while (argc > 0 && common_variable != 3);
  return argc > 1 ? exported(1) : __builtin_expect(argc, 0) ? 2 : other_name(3);
}
