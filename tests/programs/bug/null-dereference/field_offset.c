#include <stdio.h>
struct node { int v[10]; struct node *next; };
int main(void) {
  struct node b = {{1}, NULL}, a = {{2}, &b}, *p = &a;
  for (int i = 0; i < 3; i++) {
    printf("%d\n", p->v[0]);
    p = p->next;
    p->v[5] = i; //~ BUG null-dereference
  }
  return 0;
}
