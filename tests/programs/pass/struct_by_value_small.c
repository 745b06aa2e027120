// Small structs passed and returned in registers: every mixture of int and float.
#include <stdio.h>
struct c1 { char a; };
struct c3 { char a, b, c; };
struct i2 { int a, b; };
struct f2 { float a, b; };
struct f1i1 { float a; int b; };
struct d1 { double a; };
struct d2 { double a, b; };
struct id { int a; double b; };
struct di { double a; int b; };
struct l2 { long a, b; };
struct f3 { float a, b, c; };
struct s3 { short a, b, c; };
static struct c1 fc1(struct c1 x) { x.a++; return x; }
static struct c3 fc3(struct c3 x) { return (struct c3){x.c, x.b, x.a}; }
static struct i2 fi2(struct i2 x, int k) { return (struct i2){x.a * k, x.b - k}; }
static struct f2 ff2(struct f2 x) { return (struct f2){x.b, x.a * 2}; }
static struct f1i1 ffi(struct f1i1 x) { return (struct f1i1){x.a + x.b, x.b * 3}; }
static struct d1 fd1(struct d1 x) { return (struct d1){x.a / 4}; }
static struct d2 fd2(struct d2 x) { return (struct d2){x.a + x.b, x.a - x.b}; }
static struct id fid(struct id x) { return (struct id){x.a + 1, x.b * x.a}; }
static struct di fdi(struct di x) { return (struct di){x.a + x.b, -x.b}; }
static struct l2 fl2(struct l2 x) { return (struct l2){x.b, x.a}; }
static struct f3 ff3(struct f3 x) { return (struct f3){x.c, x.a, x.b}; }
static struct s3 fs3(struct s3 x, struct s3 y) { return (struct s3){x.a + y.c, x.b + y.b, x.c + y.a}; }
int main(void) {
  struct c3 c3 = fc3((struct c3){'a', 'b', 'c'});
  printf("%c %c%c%c\n", fc1((struct c1){'p'}).a, c3.a, c3.b, c3.c);
  struct i2 i2 = fi2((struct i2){6, 7}, 3);
  struct f2 f2 = ff2((struct f2){1.5f, 2.5f});
  struct f1i1 fi = ffi((struct f1i1){0.5f, 4});
  printf("%d %d %g %g %g %d\n", i2.a, i2.b, f2.a, f2.b, fi.a, fi.b);
  struct d2 d2 = fd2((struct d2){3, 4});
  struct id id = fid((struct id){5, 1.25});
  struct di di = fdi((struct di){2.5, 9});
  printf("%g %g %g %d %g %g %d\n", fd1((struct d1){10}).a, d2.a, d2.b, id.a, id.b, di.a, di.b);
  struct l2 l2 = fl2((struct l2){1L << 40, -1});
  struct f3 f3 = ff3((struct f3){1, 2, 3});
  struct s3 s3 = fs3((struct s3){1, 2, 3}, (struct s3){10, 20, 30});
  printf("%ld %ld %g %g %g %d %d %d\n", l2.a, l2.b, f3.a, f3.b, f3.c, s3.a, s3.b, s3.c);
  return 0;
}
