//@ entry: make
//@ clean: for (int i = 0; i < 256; i++) make((unsigned char)i)
#include <stdlib.h>
int make(unsigned char n) {
  if (n < 5)
    return 0;
  char *p = malloc(n);
  if (!p)
    return 0;
  p[4] = 1;
  int value = p[4];
  free(p);
  return value;
}
