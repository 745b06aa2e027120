// Pointer arithmetic, differences, comparison, one past the end, void and char views.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int v[10];
  for (int *p = v, i = 0; p != v + 10; p++, i++) *p = i * 3;
  int *a = &v[2], *b = &v[7];
  printf("%ld %ld %d %d %d\n", (long)(b - a), (long)(a - b), a < b, a >= b, a == b - 5);
  printf("%ld\n", (long)((char *)b - (char *)a));
  printf("%d %d %d\n", *(a + 3), a[-1], 3 [a]);
  int s = 0;
  for (int *p = v + 10; p-- > v;) s = s * 2 + *p;
  printf("%d\n", s);
  uintptr_t u = (uintptr_t)&v[4];
  printf("%d %d\n", *(int *)u, *(int *)(u + sizeof(int)));
  void *q = v;
  q = (char *)q + 5 * sizeof(int);
  printf("%d\n", *(int *)q);
  struct { short a; int b; } arr[4] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}}, *e = arr + 4;
  printf("%ld %d\n", (long)(e - arr), e[-1].b);
  const char *str = "walking";
  const char *p = str;
  while (*p) p++;
  printf("%ld %s\n", (long)(p - str), p - 4);
  int **pp = malloc(3 * sizeof *pp);
  for (int i = 0; i < 3; i++) pp[i] = v + i * 3;
  printf("%d %d\n", **pp, *pp[2] + pp[1][1]);
  int *n = NULL;
  printf("%d %d\n", n == NULL, pp[0] != NULL);
  free(pp);
  return 0;
}
