// Arrays against pointers: sizeof, address of array, arrays in structs, qualifiers.
#include <stdio.h>
static size_t param(int a[10]) { return sizeof a == sizeof(int *); }
static int last(const int (*a)[4]) { return (*a)[3]; }
struct wrap { int v[4]; };
static struct wrap rotate(struct wrap w) { int t = w.v[0]; for (int i = 0; i < 3; i++) w.v[i] = w.v[i + 1]; w.v[3] = t; return w; }
static int total(int n, const int v[static n]) { int s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }
int main(void) {
  int a[4] = {1, 2, 3, 4};
  printf("%zu %zu %zu\n", sizeof a, param(a), sizeof &a);
  printf("%d %d\n", last((const int(*)[4])&a), (int)(&a + 1 == (int(*)[4])(a + 4)));
  struct wrap w = {{5, 6, 7, 8}};
  w = rotate(rotate(w));
  printf("%d %d %d %d %d\n", w.v[0], w.v[1], w.v[2], w.v[3], rotate(w).v[0]);
  printf("%d\n", total(4, a));
  char *argv[] = {"x", "yy", "zzz", NULL}, **p = argv;
  int n = 0;
  while (*p) n = n * 10 + (int)(*p++)[0];
  printf("%d %ld\n", n, (long)(p - argv));
  int (*fp[2])(int, const int *) = {total, total};
  printf("%d\n", fp[1](3, a + 1));
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}}, *flat = &m[0][0];
  printf("%d %d\n", flat[2], *(*(m + 1) + 2));
  return 0;
}
