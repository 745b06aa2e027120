// Polynomials: evaluation, product, derivative, Newton's method, interpolation.
#include <math.h>
#include <stdio.h>
#include <string.h>
struct poly { int deg; double c[12]; };
static double eval(const struct poly *p, double x) { double r = 0; for (int i = p->deg; i >= 0; i--) r = r * x + p->c[i]; return r; }
static struct poly mul(struct poly a, struct poly b) { struct poly r; memset(&r, 0, sizeof r); r.deg = a.deg + b.deg; for (int i = 0; i <= a.deg; i++) for (int j = 0; j <= b.deg; j++) r.c[i + j] += a.c[i] * b.c[j]; return r; }
static struct poly der(struct poly a) { for (int i = 1; i <= a.deg; i++) a.c[i - 1] = a.c[i] * i; a.c[a.deg] = 0; if (a.deg) a.deg--; return a; }
static void show(struct poly p) { for (int i = p.deg; i >= 0; i--) if (p.c[i] != 0) printf("%+gx^%d ", p.c[i], i); printf("\n"); }
int main(void) {
  struct poly p = {1, {-1, 1}};
  for (int r = 2; r <= 5; r++) p = mul(p, (struct poly){1, {-r, 1}});
  show(p);
  struct poly d = der(p);
  show(d);
  double x = 10;
  for (int i = 0; i < 60; i++) x -= eval(&p, x) / eval(&d, x);
  printf("%.6f\n", x);
  double area = 0;
  for (int i = 0; i < 100; i++) area += eval(&d, 1 + i * 0.04) * 0.04;
  printf("%.6f\n", area);
  double xs[] = {0, 1, 2, 3}, ys[] = {1, 3, 11, 31}, at = 4, sum = 0;
  for (int i = 0; i < 4; i++) { double t = ys[i]; for (int j = 0; j < 4; j++) if (j != i) t *= (at - xs[j]) / (xs[i] - xs[j]); sum += t; }
  printf("%.6f\n", sum);
  return 0;
}
