// A skip list with a fixed generator; flexible towers of pointers.
#include <stdio.h>
#include <stdlib.h>
enum { LEVELS = 8 };
struct node { int key, height; struct node *next[]; };
static unsigned seed = 1;
static int tall(void) { int h = 1; while (h < LEVELS && ((seed = seed * 1103515245u + 12345u) >> 30) == 0) h++; return h; }
static struct node *make(int key, int h) { struct node *n = malloc(sizeof *n + (size_t)h * sizeof *n->next); n->key = key; n->height = h; for (int i = 0; i < h; i++) n->next[i] = NULL; return n; }
static struct node *head;
static int steps;
static void trace(int key, struct node **up) { struct node *n = head; for (int l = LEVELS - 1; l >= 0; l--) { while (n->next[l] && n->next[l]->key < key) { n = n->next[l]; steps++; } up[l] = n; } }
static void insert(int key) { struct node *up[LEVELS]; trace(key, up); struct node *n = make(key, tall()); for (int l = 0; l < n->height; l++) { n->next[l] = up[l]->next[l]; up[l]->next[l] = n; } }
static int erase(int key) { struct node *up[LEVELS]; trace(key, up); struct node *n = up[0]->next[0]; if (!n || n->key != key) return 0; for (int l = 0; l < n->height; l++) up[l]->next[l] = n->next[l]; free(n); return 1; }
int main(void) {
  head = make(-1, LEVELS);
  for (int i = 0; i < 200; i++) insert(i * 73 % 199);
  steps = 0;
  int gone = 0;
  for (int i = 0; i < 150; i += 2) gone += erase(i);
  printf("%d %d\n", gone, steps);
  int n = 0;
  long s = 0;
  for (struct node *p = head->next[0], *q; p; p = q) { q = p->next[0]; n++; s = (s * 3 + p->key) % 1000003; free(p); }
  free(head);
  printf("%d %ld\n", n, s);
  return 0;
}
