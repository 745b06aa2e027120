// Tags in the low bits of pointers, through uintptr_t and back.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
typedef uintptr_t val;
enum { INT = 1, PAIR = 0, SYM = 2 };
struct pair { val car, cdr; };
static val mkint(intptr_t i) { return (val)i << 2 | INT; }
static intptr_t toint(val v) { return (intptr_t)v >> 2; }
static val cons(val a, val b) { struct pair *p = malloc(sizeof *p); p->car = a; p->cdr = b; return (val)p; }
static val sym(const char *s) { return (val)s | SYM; }
static struct pair *pair(val v) { return (struct pair *)v; }
static _Alignas(4) const char s_nil[] = "nil", s_x[8] = "x";
static void print(val v) {
  switch (v & 3) {
  case INT: printf("%ld", (long)toint(v)); break;
  case SYM: printf("%s", (const char *)(v & ~(val)3)); break;
  default: printf("("); print(pair(v)->car); printf(" . "); print(pair(v)->cdr); printf(")");
  }
}
static intptr_t sum(val v) { return (v & 3) == INT ? toint(v) : (v & 3) == PAIR ? sum(pair(v)->car) + sum(pair(v)->cdr) : 0; }
static void release(val v) { if ((v & 3) == PAIR) { release(pair(v)->car); release(pair(v)->cdr); free(pair(v)); } }
int main(void) {
  val l = sym(s_nil);
  for (int i = -3; i < 5; i++) l = cons(i % 3 ? mkint(i) : cons(sym(s_x), mkint(i * 10)), l);
  print(l);
  printf("\n%ld\n", (long)sum(l));
  release(l);
  return 0;
}
