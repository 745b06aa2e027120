// A tiny Lisp: reader, environments, closures and recursion over tagged cells.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef struct cell cell;
struct cell { enum { NUM, SYM, CONS, FUN } t; long n; char s[8]; cell *a, *b, *env; };
static cell pool[6000], *nil = &pool[0];
static int used = 1;
static cell *mk(int t) { cell *c = &pool[used++]; c->t = t; c->a = c->b = c->env = nil; return c; }
static cell *cons(cell *a, cell *b) { cell *c = mk(CONS); c->a = a; c->b = b; return c; }
static cell *num(long n) { cell *c = mk(NUM); c->n = n; return c; }
static const char *p;
static cell *read(void) {
  while (isspace((unsigned char)*p)) p++;
  if (*p == '(') { p++; cell *head = nil, **tail = &head; for (;;) { while (isspace((unsigned char)*p)) p++; if (*p == ')') { p++; return head; } *tail = cons(read(), nil); tail = &(*tail)->b; } }
  if (isdigit((unsigned char)*p)) return num(strtol(p, (char **)&p, 10));
  cell *c = mk(SYM);
  int i = 0;
  while (*p && !isspace((unsigned char)*p) && *p != '(' && *p != ')' && i < 7) c->s[i++] = *p++;
  return c;
}
static cell *global;
static cell *find(cell *env, const char *s) {
  for (; env != nil; env = env->b) if (!strcmp(env->a->a->s, s)) return env->a;
  for (env = global; env != nil; env = env->b) if (!strcmp(env->a->a->s, s)) return env->a;
  return nil;
}
static cell *eval(cell *x, cell *env) {
  if (x->t == NUM || x == nil) return x;
  if (x->t == SYM) return find(env, x->s)->b;
  const char *f = x->a->t == SYM ? x->a->s : "";
  if (!strcmp(f, "if")) return eval(eval(x->b->a, env)->n ? x->b->b->a : x->b->b->b->a, env);
  if (!strcmp(f, "fn")) { cell *c = mk(FUN); c->a = x->b->a; c->b = x->b->b->a; c->env = env; return c; }
  if (!strcmp(f, "def")) { cell *v = eval(x->b->b->a, env); global = cons(cons(x->b->a, v), global); return v; }
  if (*f && strchr("+-*<", *f) && !f[1]) {
    long a = eval(x->b->a, env)->n, b = eval(x->b->b->a, env)->n;
    return num(*f == '+' ? a + b : *f == '-' ? a - b : *f == '*' ? a * b : a < b);
  }
  cell *fn = eval(x->a, env), *e = fn->env, *par = fn->a;
  for (cell *arg = x->b; arg != nil; arg = arg->b, par = par->b) e = cons(cons(par->a, eval(arg->a, env)), e);
  return eval(fn->b, e);
}
int main(void) {
  nil->a = nil->b = nil->env = nil;
  nil->t = CONS;
  global = nil;
  static const char *const lines[] = {"(+ 1 (* 2 3))", "(def fac (fn (n) (if (< n 2) 1 (* n (fac (- n 1))))))", "(fac 10)", "(def add (fn (a) (fn (b) (+ a b))))", "((add 5) 37)", "(def fib (fn (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2))))))", "(fib 9)", "((fn (f x) (f (f x))) (add 100) 1)"};
  for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) { p = lines[i]; cell *r = eval(read(), nil); if (r->t == NUM) printf("%ld\n", r->n); else printf("<%d>\n", r->t); }
  printf("%d cells\n", used);
  return 0;
}
