// Types of every kind: structs, unions, bit-fields, wide integers, floats, enums, function pointers.
#include <stddef.h>
#include <stdint.h>
struct Inner { char c; short s; };
struct Outer {
  int a;
  char b[7];
  double d;
  struct Outer *next;
  unsigned f : 3, g : 7;
  struct Inner inner[2];
  union { int i; float f; char c[16]; } u;
};
struct __attribute__((packed)) Packed { char c; long long l; };
struct Opaque;
typedef int (*Callback)(const struct Outer *, ...);
enum Color { RED, GREEN = 5, BLUE };
__int128 wide = ((__int128)1 << 100) - 1;
unsigned __int128 wider = ~(unsigned __int128)0;
long double extended = 3.25L;
_Complex double complex_number;
float infinity = __builtin_inff();
double tiny = 4.9e-324;
struct Packed packed = {1, -2};
struct Outer outer = {1, "abc", 2.5, &outer, 5, 100, {{1, 2}, {3, 4}}, {7}};
enum Color color = GREEN;
const char *strings[] = {"a", "bc\n\x01\"\\", 0};
char *past = (char *)strings + 3;
intptr_t address = (intptr_t)&outer.inner[1].s;
struct Outer by_value(struct Outer s, int n) { s.a += n; return s; }
struct Inner small(struct Inner s) { s.s++; return s; }
int use(struct Opaque *o, Callback f) { return f((const struct Outer *)o, 1, 2.0); }
__int128 arithmetic(__int128 a, unsigned __int128 b) { return a * (__int128)b / 3 % 7 << 2; }
long double convert(int i, unsigned u, float f, double d) { return (long double)i + u + f + d; }
int bits(struct Outer *o) { o->g = o->f + 1; return o->g; }
_Bool flag(int x) { return x; }
unsigned _BitInt_like(unsigned char c) { return (signed char)c; }
