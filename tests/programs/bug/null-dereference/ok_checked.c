#include <stdio.h>
struct n { int k; struct n *next; };
int main(void) {
  struct n b = {2, NULL}, a = {1, &b};
  int s = 0;
  for (struct n *p = &a; p; p = p->next) s += p->k;
  struct n *q = b.next;
  if (q && q->k == 3) s = 100;
  printf("%d %d\n", s, q ? q->k : -1);
  return 0;
}
