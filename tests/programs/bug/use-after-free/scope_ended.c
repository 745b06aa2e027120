#include <stdio.h>
int main(int argc, char **argv) {
  int *p = NULL;
  for (int i = 0; i < 3; i++) {
    int local[2] = {i, i + 1};
    if (i == 2) p = local;
  }
  printf("%d\n", *p); //~ BUG use-after-free
  return 0;
}
