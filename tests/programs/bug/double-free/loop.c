#include <stdlib.h>
int main(void) {
  char *v[3];
  for (int i = 0; i < 3; i++) v[i] = malloc(5);
  v[2] = v[0];
  for (int i = 0; i < 3; i++)
    free(v[i]); //~ BUG double-free
  return 0;
}
