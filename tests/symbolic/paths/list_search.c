// 5 = the empty list; else found at the first, second or third node, or not at all.
//@ paths: 5
//@ domain: n: 0 1
//@ domain: key/1: 0 5 9
#include <stdlib.h>
struct node {
  struct node *next;
  unsigned char key;
};
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  struct node nodes[3], *list = 0;
  unsigned char key[3], n;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(key, sizeof key, "key");
  if (n != 0)
    for (int i = 0; i < 3; i++) {
      nodes[i].key = key[i];
      nodes[i].next = list;
      list = &nodes[i];
    }
  for (struct node *p = list; p; p = p->next)
    if (p->key == 5)
      return 1;
  return 0;
}
