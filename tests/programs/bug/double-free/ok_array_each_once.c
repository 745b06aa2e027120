#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *v[6], n = 0;
  for (int i = 0; i < 6; i++) v[i] = i % 2 ? malloc(sizeof(int)) : NULL;
  for (int i = 0; i < 6; i++) { n += v[i] != NULL; free(v[i]); }
  printf("freed %d blocks\n", n);
  return 0;
}
