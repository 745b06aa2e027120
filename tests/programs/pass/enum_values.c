// Enumerations: explicit values, negative, as indices, flags, in a switch.
#include <stdio.h>
enum color { RED, GREEN = 5, BLUE, ALPHA = BLUE * 2 };
enum level { LOW = -10, MID, HIGH = 10 };
enum flag { F_A = 1 << 0, F_B = 1 << 1, F_C = 1 << 2, F_ALL = F_A | F_B | F_C };
enum big { HUGE_ONE = 0x7fffffff };
static const char *name(enum color c) {
  switch (c) { case RED: return "red"; case GREEN: return "green"; case BLUE: return "blue"; case ALPHA: return "alpha"; }
  return "?";
}
int main(void) {
  for (int i = 0; i < 14; i++) printf("%s ", name((enum color)i));
  printf("\n%d %d %d\n", LOW, MID, HIGH);
  enum level l = LOW;
  while (l < HIGH) l += 7;
  printf("%d\n", l);
  unsigned f = F_A | F_C;
  printf("%u %d %u\n", f, !!(f & F_B), F_ALL & ~f);
  static const int table[] = {[RED] = 1, [GREEN] = 2, [ALPHA] = 3};
  printf("%zu %d\n", sizeof table / sizeof *table, table[ALPHA] + table[GREEN] + table[BLUE]);
  printf("%d %zu\n", HUGE_ONE, sizeof(enum color));
  return 0;
}
