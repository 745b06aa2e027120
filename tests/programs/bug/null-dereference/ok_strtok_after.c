#include <stdio.h>
#include <string.h>
/* After the last token there is none, however often it is asked for. */
int main(void) {
  char text[] = "a,b";
  int count = 0;
  for (char *token = strtok(text, ","); token; token = strtok(NULL, ","))
    count++;
  for (int k = 0; k < 3; k++)
    count += strtok(NULL, ",") != NULL;
  printf("%d\n", count);
  return 0;
}
