#include <stdio.h>
#include <string.h>
int main(void) {
  char line[] = "key value";
  char *eq = strchr(line, '=');
  *eq = 0; //~ BUG null-dereference
  puts(line);
  return 0;
}
