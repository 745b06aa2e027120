// What lowering has to cope with: bit-fields, structs by value, extra arguments, atomics, wide
// integers, long double, computed goto, vectors, empty assembly, objects of variable size.
#include <stdarg.h>
#include <string.h>

struct fields { int a; unsigned b : 3, c : 7; struct fields *next; double d; };
struct large { long x[5]; };
struct pair { float x, y, z; };
typedef int quad __attribute__((vector_size(16)));

static int counter = 7;
int *past = &counter + 1;
char buffer[1 << 20];
int (*table[])(int, ...) = {0, (int (*)(int, ...))&past};

struct large pass(struct large b, struct fields s, struct pair p) {
  b.x[0] += s.a + s.b + (long)(p.x + p.z);
  return b;
}

int sum(int n, ...) {
  va_list ap, again;
  va_start(ap, n);
  va_copy(again, ap);
  int total = 0;
  for (int i = 0; i < n; i++) total += va_arg(ap, int);
  total += (int)va_arg(ap, double);
  struct large b = va_arg(ap, struct large);
  total += (int)va_arg(ap, long double) + (int)va_arg(again, int);
  va_end(ap);
  va_end(again);
  return total + (int)b.x[1];
}

int assign(const struct fields *p, int (*f)(int, ...)) {
  struct fields l = *p;
  l.b = 3;
  l.c += counter;
  return l.c + f(3, 1, 2, 3, 4.0, (struct large){{1, 2}}, 5.0L);
}

__int128 wide(__int128 a, unsigned __int128 b) { return a * (__int128)b / 3 + (a << 5); }
long double extended(long double a) { return a * 2.5L + __builtin_fabsl(a); }

int computed(int i) {
  static void *labels[] = {&&a, &&b, &&c};
  static const int distances[] = {&&a - &&a, &&b - &&a, &&c - &&a};
  if (i > 2) goto *(&&a + distances[i - 3]);
  goto *labels[i];
a: return 1;
b: return 2;
c: return 3;
}

void scale(float *a, const float *b, int n) { for (int i = 0; i < n; i++) a[i] += b[i] * 2; }
int dot(const int *a, const int *b, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i] * b[i];
  return s;
}
int matches(const char *a, int n) {
  int s = 0;
  for (int i = 0; i < n; i++) s += a[i] == 'x' && a[i + 1] > 3;
  return s;
}
void masked(int *a, const int *c, int n) { for (int i = 0; i < n; i++) if (c[i] > 3) a[i] = c[i]; }

int atomic(int *p, int v) {
  int e = 3;
  __atomic_compare_exchange_n(p, &e, v, 0, 5, 5);
  __atomic_fetch_nand(p, 3, 5);
  return __atomic_fetch_add(p, v, 5) + __atomic_exchange_n(p, e, 5) + __atomic_load_n(p, 5);
}

int choose(unsigned long x) {
  switch (x) {
  case 1: return 3;
  case 0x8000000000000000ul: return 5;
  case 7: case 9: return 4;
  default: __builtin_trap();
  }
}

int barrier(int x) {
  __asm__ volatile("" : "+r"(x)::"memory");
  __asm__ volatile("" ::: "memory");
  return x;
}

int variable(int n) {
  int a[n], s = 0;
  memset(a, 0, sizeof a);
  for (int i = 0; i < n; i++) {
    int b[i + 1];
    b[i] = a[i] + i;
    s += b[i];
  }
  return s;
}

quad vectors(quad a, quad b, int i) {
  a[i] = 3;
  quad m = a > b;
  return (m & (a * b)) | (~m & (quad){b[i], 0, 1, 2});
}

unsigned bits(unsigned x, unsigned long y) {
  return __builtin_popcount(x) + __builtin_clz(x) + __builtin_ctzl(y) + __builtin_bswap32(x) +
         (x << 7 | x >> 25) + __builtin_add_overflow(x, 3, &x);
}

int main(void) {
  return sum(2, 1, 2, 3.0, (struct large){{4}}, 2.0L) + (int)extended(2);
}
