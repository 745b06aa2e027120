#include <stdio.h>
struct n { int k; struct n *next; };
static struct n *find(struct n *l, int k) { while (l && l->k != k) l = l->next; return l; }
int main(void) {
  struct n c = {3, NULL}, b = {2, &c}, a = {1, &b};
  printf("%d\n", find(&a, 3)->k);
  printf("%d\n", find(&a, 4)->k); //~ BUG null-dereference
  return 0;
}
