// Compound literals: structs, arrays, addresses, in loops and as arguments.
#include <stdio.h>
struct p { int x, y; };
static int dot(const struct p *a, const struct p *b) { return a->x * b->x + a->y * b->y; }
static int sum(const int *v, int n) { int s = 0; while (n--) s += v[n]; return s; }
static struct p *global = &(struct p){100, 200};
static const int *const table = (const int[]){5, 4, 3, 2, 1};
int main(void) {
  printf("%d\n", dot(&(struct p){1, 2}, &(struct p){.y = 3, .x = 4}));
  printf("%d\n", sum((int[]){1, 2, 3, 4}, 4));
  global->x += 5;
  printf("%d %d %d\n", global->x, global->y, sum(table, 5));
  int total = 0;
  for (int i = 0; i < 5; i++) {
    int *v = (int[3]){i, i * i};
    v[2] += v[0] + v[1];
    total += sum(v, 3);
  }
  printf("%d\n", total);
  struct p a = {1, 1};
  a = (struct p){a.y + 5, a.x + 7};
  printf("%d %d\n", a.x, a.y);
  char *s = (char[]){"mutable"};
  s[0] = 'M';
  printf("%s %c\n", s, "literal"[3]);
  printf("%d\n", ((struct p[]){{1, 2}, {3, 4}, {5, 6}})[1].y);
  return 0;
}
