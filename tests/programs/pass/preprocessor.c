// Macros: stringification, pasting, variadic, recursion blocked, conditionals.
#include <stdio.h>
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define LOG(fmt, ...) printf("[%d] " fmt "\n", __COUNTER__, ##__VA_ARGS__)
#define LIST(X) X(apple, 3) X(pear, 5) X(plum, 8)
#define AS_ENUM(n, v) K_##n = v,
#define AS_CASE(n, v) case K_##n: return #n;
#define AS_ROW(n, v) {#n, v},
enum fruit { LIST(AS_ENUM) };
static const char *name(enum fruit f) { switch (f) { LIST(AS_CASE) } return "?"; }
static const struct { const char *n; int v; } rows[] = {LIST(AS_ROW)};
#define N 4
#if N > 3 && defined(LIST) && !defined(NOPE)
#define MODE "big"
#else
#define MODE "small"
#endif
int main(void) {
  int CAT(var, 1) = 10;
  printf("%s %s %d %s\n", STR(N), XSTR(N), var1, MODE);
  LOG("plain");
  LOG("%d and %s", 5, "text");
  printf("%s %d\n", name(K_pear), MAX(3 + 4, 2 * 3));
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) printf("%s=%d ", rows[i].n, rows[i].v);
  printf("\n");
  return 0;
}
