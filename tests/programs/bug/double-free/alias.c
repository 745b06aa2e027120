#include <stdlib.h>
struct s { int *a, *b; };
static void drop(struct s *s) {
  free(s->a);
  free(s->b); //~ BUG double-free
}
int main(void) {
  struct s s;
  s.a = s.b = malloc(sizeof(int));
  drop(&s);
  return 0;
}
