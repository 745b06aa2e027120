// Compile-time facts: static assertions, sizeof expressions, typeof, alignof.
#include <stddef.h>
#include <stdio.h>
struct s { int a; char b; };
_Static_assert(sizeof(struct s) == 8, "padding");
_Static_assert(offsetof(struct s, b) == 4, "offset");
static int calls;
static int side(void) { calls++; return 1; }
#define LEN(a) (sizeof(a) / sizeof *(a))
#define SWAP(a, b) do { __typeof__(a) t_ = a; a = b; b = t_; } while (0)
int main(void) {
  int v[17];
  char str[] = "hello";
  printf("%zu %zu %zu\n", LEN(v), sizeof str, sizeof(side()));
  printf("%d\n", calls);
  printf("%zu %zu %zu %zu\n", sizeof 'a', sizeof 1.0f, sizeof(1 + 1L), sizeof &v);
  double x = 1.5, y = 2.5;
  SWAP(x, y);
  struct s p = {1, 'p'}, q = {2, 'q'};
  SWAP(p, q);
  printf("%g %g %d %c\n", x, y, p.a, q.b);
  int n = 4;
  printf("%zu %zu\n", sizeof(int[n + 1]), sizeof(struct { char c; double d; }));
  printf("%zu\n", _Alignof(long double) + sizeof(void (*)(void)));
  return 0;
}
