#include <stdio.h>
#include <string.h>
int main(int argc, char **argv) {
  char small[8];
  const char *text = argc > 5 ? "short" : "much too long for it";
  strcpy(small, text); //~ BUG out-of-bounds-write
  printf("%s\n", small);
  return 0;
}
