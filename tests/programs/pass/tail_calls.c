// Tail recursion and a state machine of function pointers.
#include <stdio.h>
typedef struct st st;
typedef const void *(*state)(st *);
struct st { const char *p; int words, spaces; };
static const void *in_word(st *s);
static const void *in_space(st *s) { if (!*s->p) return 0; s->spaces += *s->p == ' '; return *s->p++ == ' ' ? (const void *)in_space : (s->words++, (const void *)in_word); }
static const void *in_word(st *s) { if (!*s->p) return 0; s->spaces += *s->p == ' '; return *s->p++ == ' ' ? (const void *)in_space : (const void *)in_word; }
static unsigned long sum(unsigned n, unsigned long acc) { return n ? sum(n - 1, acc + n) : acc; }
static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }
static int even(int n), odd(int n);
static int even(int n) { return n ? odd(n - 1) : 1; }
static int odd(int n) { return n ? even(n - 1) : 0; }
int main(void) {
  st s = {"  the state  machine counts five words ", 0, 0};
  for (state f = in_space; f; f = (state)f(&s)) {}
  printf("%d %d\n", s.words, s.spaces);
  printf("%lu %d %d\n", sum(3000, 0), gcd(123456, 7890), even(2001));
  return 0;
}
