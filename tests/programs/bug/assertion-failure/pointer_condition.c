#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  const char *s = "no colon here";
  const char *p = strchr(s, ':');
  assert(p); //~ BUG assertion-failure
  printf("%s\n", p + 1);
  return 0;
}
