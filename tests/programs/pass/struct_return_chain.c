// Calls on returned structs, struct-returning function pointers, recursion by value.
#include <stdio.h>
struct v3 { double x, y, z; };
struct pair { int a, b; };
static struct v3 add(struct v3 a, struct v3 b) { return (struct v3){a.x + b.x, a.y + b.y, a.z + b.z}; }
static struct v3 scale(struct v3 a, double k) { return (struct v3){a.x * k, a.y * k, a.z * k}; }
static struct v3 cross(struct v3 a, struct v3 b) { return (struct v3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x}; }
static struct pair gcd(struct pair p) { return p.b == 0 ? p : gcd((struct pair){p.b, p.a % p.b}); }
static struct pair divmod(int a, int b) { return (struct pair){a / b, a % b}; }
static struct v3 apply(struct v3 (*f)(struct v3, struct v3), struct v3 a, struct v3 b) { return f(a, b); }
struct fat { char name[20]; struct v3 pos; int hp; };
static struct fat hit(struct fat f, int n) { if (!n) return f; f.hp -= n; f.pos = scale(f.pos, 0.5); f.name[n] = '*'; return hit(f, n - 1); }
int main(void) {
  struct v3 i = {1, 0, 0}, j = {0, 1, 0};
  struct v3 r = add(scale(cross(i, j), 3), apply(add, i, scale(j, -2)));
  printf("%g %g %g\n", r.x, r.y, r.z);
  printf("%g\n", apply(cross, r, i).y);
  printf("%d %d\n", gcd((struct pair){1071, 462}).a, divmod(17, 5).b);
  struct fat f = hit((struct fat){"goblin king", {8, 4, 2}, 50}, 4);
  printf("%s %g %d\n", f.name, f.pos.x, f.hp);
  return 0;
}
