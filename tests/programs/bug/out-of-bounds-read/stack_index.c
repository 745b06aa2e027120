#include <stdio.h>
int main(int argc, char **argv) {
  int v[4] = {1, 2, 3, 4};
  int i = argc + 3;
  printf("%d\n",
         v[i]); //~ BUG out-of-bounds-read
  return 0;
}
