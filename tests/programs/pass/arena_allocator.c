// An arena over a static buffer with alignment, marks, and a free-list pool.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static alignas(16) unsigned char mem[4096];
static size_t at;
static void *take(size_t n, size_t align) { at = (at + align - 1) & ~(align - 1); if (at + n > sizeof mem) return NULL; void *p = mem + at; at += n; return p; }
#define NEW(T) ((T *)take(sizeof(T), alignof(T)))
struct obj { char c; double d; struct obj *next; };
union cell { union cell *next; char bytes[24]; };
static union cell *pool;
static void *cell(void) { if (!pool) return take(sizeof(union cell), alignof(union cell)); void *p = pool; pool = pool->next; return p; }
static void drop(void *p) { union cell *c = p; c->next = pool; pool = c; }
int main(void) {
  char *s = take(5, 1);
  strcpy(s, "four");
  struct obj *list = NULL;
  for (int i = 0; i < 10; i++) { struct obj *o = NEW(struct obj); o->c = (char)('a' + i); o->d = i * 0.5; o->next = list; list = o; }
  double t = 0;
  for (struct obj *o = list; o; o = o->next) { t += o->d; putchar(o->c); }
  printf(" %g %zu %s\n", t, at, s);
  size_t mark = at;
  short *h = take(7 * sizeof *h, alignof(short));
  for (int i = 0; i < 7; i++) h[i] = (short)(i * 1000);
  printf("%d %d\n", h[6], (int)((uintptr_t)h % alignof(short)));
  at = mark;
  void *a = cell(), *b = cell(), *c;
  drop(a);
  drop(b);
  c = cell();
  printf("%d %d\n", c == b, cell() == a);
  int n = 0;
  while (take(100, 8)) n++;
  printf("%d\n", n);
  return 0;
}
