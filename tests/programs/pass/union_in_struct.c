// Anonymous structs and unions, tagged values, arrays of variants.
#include <stdio.h>
#include <string.h>
struct var {
  enum { INT, DBL, STR, PAIR } tag;
  union {
    long i;
    double d;
    struct { const char *s; unsigned len; };
    struct { short x, y; };
  };
};
static void print(struct var v) {
  switch (v.tag) {
  case INT: printf("%ld ", v.i); break;
  case DBL: printf("%g ", v.d); break;
  case STR: printf("%.*s ", (int)v.len, v.s); break;
  case PAIR: printf("<%d,%d> ", v.x, v.y); break;
  }
}
static struct var twice(struct var v) {
  switch (v.tag) { case INT: v.i *= 2; break; case DBL: v.d *= 2; break; case STR: v.len /= 2; break; case PAIR: { short t = v.x; v.x = v.y; v.y = t; } }
  return v;
}
int main(void) {
  struct var v[] = {{INT, .i = 21}, {DBL, .d = 1.25}, {.tag = STR, .s = "abcdef", .len = 6}, {.tag = PAIR, .x = -1, .y = 300}};
  for (int i = 0; i < 4; i++) print(v[i]);
  for (int i = 0; i < 4; i++) print(twice(v[i]));
  v[0] = v[2];
  memcpy(&v[1], &v[3], sizeof v[1]);
  for (int i = 0; i < 4; i++) print(v[i]);
  printf("\n%zu\n", sizeof(struct var));
  return 0;
}
