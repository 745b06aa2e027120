// inline, static inline, extern inline, always_inline and noinline together.
#include <stdio.h>
static inline int twice(int x) { return x * 2; }
inline int thrice(int x) { return x * 3; }
extern inline int thrice(int x);
static inline __attribute__((always_inline)) int clamp(int x, int lo, int hi) { return x < lo ? lo : x > hi ? hi : x; }
static __attribute__((noinline)) int opaque(int x) { return x ^ 0x55; }
static inline int fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
static inline void swap(int *restrict a, int *restrict b) { int t = *a; *a = *b; *b = t; }
int main(void) {
  int s = 0;
  for (int i = 0; i < 20; i++) s += clamp(twice(i) - thrice(i % 4), 3, 25) ^ opaque(i);
  printf("%d %d\n", s, fact(10));
  int a = 1, b = 2;
  swap(&a, &b);
  printf("%d %d\n", a, b);
  int (*f)(int) = thrice;
  printf("%d\n", f(14));
  return 0;
}
