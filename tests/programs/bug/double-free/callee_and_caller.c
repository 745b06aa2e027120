#include <stdio.h>
#include <stdlib.h>
static int parse(char *b) {
  if (b[0] != '{') { free(b); return -1; }
  return 0;
}
int main(void) {
  char *b = malloc(4);
  b[0] = '[';
  printf("%d\n", parse(b));
  free(b); //~ BUG double-free
  return 0;
}
