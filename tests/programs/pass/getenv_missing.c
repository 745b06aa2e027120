// getenv of a name that is not there, and one that is.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  const char *p = getenv("PATHWEAVE_SURELY_NOT_SET");
  printf("%s\n", p ? p : "(unset)");
  const char *path = getenv("PATH");
  printf("%s\n", path && *path ? "PATH is set" : "no PATH");
  return 0;
}
