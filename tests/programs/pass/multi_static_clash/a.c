// Static functions and variables of one name in two files stay apart.
#include <stdio.h>
static int value = 1;
static int twist(int x) { value += x; return value * 2; }
int from_b(int x);
const char *name_b(void);
static const char *name(void) { return "a"; }
int main(void) {
  for (int i = 0; i < 4; i++) printf("%d %d\n", twist(i), from_b(i));
  printf("%s %s %d\n", name(), name_b(), value);
  return 0;
}
