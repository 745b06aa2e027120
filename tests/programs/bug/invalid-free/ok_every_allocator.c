#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  free(malloc(1));
  free(calloc(3, 5));
  free(realloc(NULL, 7));
  free(strdup("text"));
  free(strndup("longer text", 3));
  free(aligned_alloc(32, 64));
  void *p;
  if (posix_memalign(&p, 64, 100) == 0) free(p);
  printf("all freed\n");
  return 0;
}
