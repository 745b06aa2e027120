// Bit-fields: signed and unsigned, wrap on store, neighbours untouched.
#include <stdio.h>
struct flags {
  unsigned a : 1, b : 2, c : 5;
  int d : 4;
  unsigned e : 20;
  unsigned long long f : 40;
  _Bool g : 1;
};
static void show(struct flags f) {
  printf("%u %u %u %d %u %llu %d\n", f.a, f.b, f.c, f.d, f.e, (unsigned long long)f.f, f.g);
}
int main(void) {
  struct flags f = {0};
  show(f);
  f.b = 3;
  f.c = 17;
  show(f);
  f.d = -3;
  f.e = 0xfffff;
  show(f);
  f.f = 0xabcdef1234ULL;
  f.g = 1;
  show(f);
  f.a ^= 1;
  f.b++;
  f.c += 16;
  f.e -= 5;
  show(f);
  for (int i = 0; i < 20; i++) {
    f.c = (unsigned)i * 3u;
    f.d = i % 8;
    f.f = f.f * 3 + (unsigned)i;
  }
  show(f);
  printf("%zu\n", sizeof f);
  return 0;
}
