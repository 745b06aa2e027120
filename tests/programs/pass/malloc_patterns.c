// malloc, calloc, realloc growth and shrinkage, zero sizes, alignment.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int *v = NULL;
  size_t n = 0, cap = 0;
  for (int i = 0; i < 1000; i++) {
    if (n == cap) {
      cap = cap ? cap * 2 : 4;
      v = realloc(v, cap * sizeof *v);
    }
    v[n++] = i * i;
  }
  unsigned h = 0;
  for (size_t i = 0; i < n; i++) h = h * 31 + (unsigned)v[i];
  printf("%zu %zu %u\n", n, cap, h);
  v = realloc(v, 10 * sizeof *v);
  printf("%d\n", v[9]);
  free(v);
  int *z = calloc(50, sizeof *z);
  int any = 0;
  for (int i = 0; i < 50; i++) any |= z[i];
  printf("%d\n", any);
  free(z);
  free(NULL);
  char *blocks[20];
  for (int i = 0; i < 20; i++) {
    blocks[i] = malloc((size_t)i * 7 + 1);
    memset(blocks[i], 'a' + i, (size_t)i * 7 + 1);
    if ((uintptr_t)blocks[i] % 16) printf("misaligned\n");
  }
  for (int i = 0; i < 20; i += 2) free(blocks[i]);
  int s = 0;
  for (int i = 1; i < 20; i += 2) { s += blocks[i][i * 7]; free(blocks[i]); }
  printf("%d\n", s);
  void *a = aligned_alloc(64, 128);
  printf("%d\n", (int)((uintptr_t)a % 64));
  free(a);
  free(malloc(0));
  char *d = strdup("duplicate me");
  printf("%s\n", d);
  free(d);
  return 0;
}
