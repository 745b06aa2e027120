// qsort and bsearch on ints, strings and structs.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct kv { int k; char v[6]; };
static int by_int(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return (x > y) - (x < y); }
static int by_desc(const void *a, const void *b) { return by_int(b, a); }
static int by_str(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_key(const void *a, const void *b) { return ((const struct kv *)a)->k - ((const struct kv *)b)->k; }
int main(void) {
  int v[200];
  unsigned s = 7;
  for (int i = 0; i < 200; i++) v[i] = (int)((s = s * 1664525u + 1013904223u) >> 20) - 2000;
  qsort(v, 200, sizeof *v, by_int);
  int ok = 1;
  for (int i = 1; i < 200; i++) ok &= v[i - 1] <= v[i];
  printf("%d %d %d %d\n", ok, v[0], v[100], v[199]);
  int key = v[57];
  int *p = bsearch(&key, v, 200, sizeof *v, by_int);
  printf("%d\n", p && *p == key);
  key = 99999;
  printf("%d\n", bsearch(&key, v, 200, sizeof *v, by_int) == NULL);
  qsort(v, 200, sizeof *v, by_desc);
  printf("%d %d\n", v[0], v[199]);
  const char *w[] = {"pear", "fig", "apple", "kiwi", "banana", "date", "cherry"};
  qsort(w, 7, sizeof *w, by_str);
  for (int i = 0; i < 7; i++) printf("%s ", w[i]);
  struct kv t[] = {{5, "five"}, {1, "one"}, {9, "nine"}, {3, "three"}};
  qsort(t, 4, sizeof *t, by_key);
  struct kv want = {3, ""};
  printf("\n%s %s\n", t[0].v, ((struct kv *)bsearch(&want, t, 4, sizeof *t, by_key))->v);
  qsort(v, 0, sizeof *v, by_int);
  qsort(v, 1, sizeof *v, by_int);
  return 0;
}
