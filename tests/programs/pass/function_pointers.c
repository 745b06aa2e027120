// Tables of function pointers, pointers returned from functions, comparison.
#include <stdio.h>
typedef int (*binop)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int mx(int a, int b) { return a > b ? a : b; }
static const struct { char sym; binop f; } table[] = {{'+', add}, {'-', sub}, {'*', mul}, {'>', mx}};
static binop find(char c) {
  for (unsigned i = 0; i < 4; i++)
    if (table[i].sym == c) return table[i].f;
  return 0;
}
static int (*pick(int n))(int, int) { return n & 1 ? add : mul; }
static int fold(binop f, const int *v, int n, int acc) {
  for (int i = 0; i < n; i++) acc = f(acc, v[i]);
  return acc;
}
int main(void) {
  int v[] = {3, 1, 4, 1, 5, 9, 2, 6};
  for (const char *p = "+-*>?"; *p; p++) {
    binop f = find(*p);
    if (f) printf("%c %d\n", *p, fold(f, v, 8, 1));
    else printf("%c none\n", *p);
  }
  printf("%d %d\n", pick(1)(5, 6), (*pick(2))(5, 6));
  printf("%d %d\n", find('+') == add, find('+') == sub);
  binop slots[3] = {0};
  slots[1] = sub;
  for (int i = 0; i < 3; i++) printf("%d ", slots[i] ? slots[i](10, i) : -1);
  printf("\n");
  return 0;
}
