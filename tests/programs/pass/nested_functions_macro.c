// Statement expressions, local labels in macros, typeof-based containers.
#include <stdio.h>
#include <stdlib.h>
#define VEC(T) struct { T *v; int n, cap; }
#define PUSH(a, x) ({ if ((a).n == (a).cap) { (a).cap = (a).cap ? (a).cap * 2 : 2; (a).v = realloc((a).v, sizeof *(a).v * (size_t)(a).cap); } (a).v[(a).n++] = (x); (a).n - 1; })
#define SUM(a) ({ __typeof__(*(a).v) s_ = 0; for (int i_ = 0; i_ < (a).n; i_++) s_ += (a).v[i_]; s_; })
#define FIRST(a, want) ({ __label__ out; int at_ = -1; for (int i_ = 0; i_ < (a).n; i_++) if ((a).v[i_] == (want)) { at_ = i_; goto out; } out: at_; })
int main(void) {
  VEC(int) a = {0};
  VEC(double) d = {0};
  VEC(unsigned char) u = {0};
  for (int i = 0; i < 11; i++) { PUSH(a, i * i - 20); PUSH(d, i / 4.0); PUSH(u, (unsigned char)(i * 50)); }
  printf("%d %g %d\n", SUM(a), SUM(d), SUM(u));
  printf("%d %d %d %d\n", FIRST(a, 5), FIRST(a, 6), FIRST(d, 1.5), PUSH(a, 6));
  printf("%d %d\n", a.cap, FIRST(a, 6));
  free(a.v);
  free(d.v);
  free(u.v);
  return 0;
}
