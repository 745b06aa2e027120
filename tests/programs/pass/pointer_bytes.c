// Pointers copied byte by byte, through integers, swapped and hashed into tables.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct item { int v; };
static void swap(void *a, void *b, size_t n) { unsigned char *x = a, *y = b; while (n--) { unsigned char t = *x; *x++ = *y; *y++ = t; } }
static void reverse(void *base, size_t n, size_t w) { char *p = base; for (size_t i = 0; i < n / 2; i++) swap(p + i * w, p + (n - 1 - i) * w, w); }
int main(void) {
  struct item *v[7];
  for (int i = 0; i < 7; i++) { v[i] = malloc(sizeof **v); v[i]->v = i * 11; }
  reverse(v, 7, sizeof *v);
  for (int i = 0; i < 7; i++) printf("%d ", v[i]->v);
  printf("\n");
  uintptr_t sum = 0;
  for (int i = 0; i < 7; i++) sum += (uintptr_t)v[i];
  for (int i = 0; i < 6; i++) sum -= (uintptr_t)v[i];
  printf("%d\n", ((struct item *)sum)->v);
  struct { short pad; char raw[sizeof(void *)]; } box;
  memcpy(box.raw, &v[2], sizeof v[2]);
  struct item *p;
  memcpy(&p, box.raw, sizeof p);
  printf("%d %d\n", p->v, p == v[2]);
  int present = 0;
  for (int i = 0; i < 7; i++) for (int j = 0; j < 7; j++) present += (uintptr_t)v[i] == (uintptr_t)v[j];
  printf("%d\n", present);
  for (int i = 0; i < 7; i++) free(v[i]);
  return 0;
}
