#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char *name = argc > 3 ? strdup("given") : (char *)"default";
  free(name); //~ BUG invalid-free
  return 0;
}
