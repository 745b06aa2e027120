// From one member of an object to a byte of another through a char pointer.
#include <stdio.h>
struct s { char a[4]; char b[4]; int n; };
int main(void) {
  struct s s = {"abc", "def", 7};
  const unsigned char *p = (const unsigned char *)&s;
  unsigned h = 0;
  for (unsigned i = 0; i < sizeof s; i++) h = h * 7 + p[i];
  printf("%u\n", h);
  return 0;
}
