// A list linked by the exclusive or of its neighbours' addresses.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
struct node { int v; uintptr_t both; };
int main(void) {
  struct node *head = NULL, *tail = NULL;
  for (int i = 0; i < 10; i++) {
    struct node *n = malloc(sizeof *n);
    n->v = i * i;
    n->both = (uintptr_t)tail;
    if (tail) tail->both ^= (uintptr_t)n;
    else head = n;
    tail = n;
  }
  for (int back = 0; back < 2; back++) {
    struct node *prev = NULL, *cur = back ? tail : head;
    while (cur) { printf("%d ", cur->v); struct node *next = (struct node *)(cur->both ^ (uintptr_t)prev); prev = cur; cur = next; }
    printf("\n");
  }
  struct node *prev = NULL, *cur = head;
  int n = 0;
  while (cur) { uintptr_t next = cur->both ^ (uintptr_t)prev; free(prev); prev = cur; cur = (struct node *)next; n++; }
  free(prev);
  printf("%d\n", n);
  return 0;
}
