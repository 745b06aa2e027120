//@ entry: run
//@ clean: for (int i = 0; i < 256; i++) run((unsigned char)i)
#include <stdlib.h>
int run(unsigned char command) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 7;
  if (command & 1)
    free(p);
  int value = 0;
  if ((command & 5) == 4)
    value = *p;
  if (!(command & 1))
    free(p);
  return value;
}
