#include <stdio.h>
#include <string.h>
/* There is no text to go on with. */
int main(void) {
  char text[] = "a,b";
  if (text[1] != ',')
    puts(strtok(text, ","));
  char *token = strtok(NULL, ","); //~ BUG null-dereference
  return token != NULL;
}
