// Type punning through unions, and unions of structs with a common start.
#include <stdint.h>
#include <stdio.h>
union num { float f; uint32_t u; int32_t i; uint8_t b[4]; };
union dbl { double d; uint64_t u; uint16_t h[4]; };
struct circle { int tag; double r; };
struct rect { int tag; int w, h; };
union shape { int tag; struct circle c; struct rect r; };
static double area(const union shape *s) { return s->tag ? (double)s->r.w * s->r.h : s->c.r * s->c.r * 3.0; }
int main(void) {
  union num n;
  float fs[] = {0.0f, 1.0f, -2.5f, 1e10f, 3.14159f};
  for (int i = 0; i < 5; i++) {
    n.f = fs[i];
    printf("%08x %d %u\n", n.u, n.i, n.b[3]);
  }
  n.u = 0x42280000;
  printf("%g\n", n.f);
  union dbl d = {.d = -1.5};
  printf("%016lx %x\n", (unsigned long)d.u, d.h[3]);
  d.u ^= 1ull << 63;
  printf("%g\n", d.d);
  union shape s[2] = {{.c = {0, 2.0}}, {.r = {1, 3, 4}}};
  for (int i = 0; i < 2; i++) printf("%d %.2f\n", s[i].tag, area(&s[i]));
  return 0;
}
