// expect, constant_p, object_size, choose, assume_aligned, mem builtins, unreachable.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int kind(int x) {
  switch (x & 3) {
  case 0: return 10; case 1: return 20; case 2: return 30; case 3: return 40;
  default: __builtin_unreachable();
  }
}
static int likely(int x) { return __builtin_expect(x > 3, 1) ? x * 2 : __builtin_expect_with_probability(x == 1, 1, 0.1) ? -1 : x; }
int main(void) {
  for (int i = 0; i < 6; i++) printf("%d/%d ", kind(i), likely(i));
  char buf[24];
  printf("\n%zu\n", __builtin_object_size(buf + 4, 0));
  __builtin_memset(buf, 'x', 10);
  __builtin_memcpy(buf + 10, "tail", 5);
  __builtin_memmove(buf + 2, buf + 8, 7);
  printf("%s %zu %d\n", buf, __builtin_strlen(buf), __builtin_strcmp(buf, "a") > 0);
  printf("%d %d\n", __builtin_constant_p(5), __builtin_choose_expr(1, 7, "no"));
  int *p = __builtin_assume_aligned(malloc(64), 16);
  p[3] = 9;
  printf("%d\n", p[3]);
  free(p);
  printf("%d %d\n", __builtin_types_compatible_p(int, signed), __builtin_types_compatible_p(int, long));
  printf("%d %g\n", __builtin_abs(-4), __builtin_fabs(-2.5));
  __builtin_prefetch(buf);
  char *d = __builtin_alloca(8);
  strcpy(d, "alloca");
  printf("%s\n", d);
  return 0;
}
