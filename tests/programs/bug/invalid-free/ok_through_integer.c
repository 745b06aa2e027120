#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  uintptr_t tagged = (uintptr_t)malloc(8) | 1;
  *(int *)(tagged & ~(uintptr_t)1) = 6;
  printf("value %d\n", *(int *)(tagged - 1));
  free((void *)(tagged ^ 1));
  return 0;
}
