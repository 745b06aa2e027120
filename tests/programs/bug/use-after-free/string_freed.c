#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *name;
static void set(const char *s) { free(name); name = strdup(s); }
int main(void) {
  set("first");
  const char *held = name;
  set("second");
  int d = strcmp(held, name); //~ BUG use-after-free
  printf("%d\n", d);
  free(name);
  return 0;
}
