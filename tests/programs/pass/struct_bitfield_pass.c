// Structs with bit-fields passed and returned by value, in arrays and unions.
#include <stdio.h>
#include <string.h>
struct rgb565 { unsigned b : 5, g : 6, r : 5; };
union px { struct rgb565 c; unsigned short raw; };
struct date { unsigned day : 5, month : 4, year : 12; };
static struct rgb565 mix(struct rgb565 a, struct rgb565 b) { return (struct rgb565){.r = (a.r + b.r) / 2, .g = (a.g + b.g) / 2, .b = (a.b + b.b) / 2}; }
static struct date next_month(struct date d) { if (++d.month > 12) { d.month = 1; d.year++; } return d; }
static int cmp(struct date a, struct date b) { return a.year != b.year ? (int)a.year - (int)b.year : a.month != b.month ? (int)a.month - (int)b.month : (int)a.day - (int)b.day; }
int main(void) {
  union px p;
  memset(&p, 0, sizeof p);
  p.c = mix((struct rgb565){31, 63, 0}, (struct rgb565){1, 20, 30});
  printf("%u %u %u\n", p.c.r, p.c.g, p.c.b);
  struct date d = {31, 10, 1999}, v[6];
  for (int i = 0; i < 6; i++) { v[i] = d; d = next_month(d); }
  for (int i = 0; i < 6; i++) printf("%u-%02u-%02u ", v[i].year, v[i].month, v[i].day);
  printf("\n%d %d %d\n", cmp(v[0], v[1]) < 0, cmp(v[5], v[2]), cmp(v[3], v[3]));
  return 0;
}
