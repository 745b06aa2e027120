// Zero-width and packed bit-fields, seen as bytes through a union.
#include <stdio.h>
#include <string.h>
struct a { unsigned x : 3; unsigned : 0; unsigned y : 7; };
struct b { unsigned char x : 3, y : 5; unsigned short z : 11; };
struct __attribute__((packed)) c { unsigned x : 3; unsigned y : 13; unsigned long z : 33; };
union peek { struct b b; unsigned char bytes[sizeof(struct b)]; };
int main(void) {
  struct a a = {5, 100};
  printf("%zu %u %u\n", sizeof a, a.x, a.y);
  union peek p;
  memset(&p, 0, sizeof p);
  p.b.x = 5;
  p.b.y = 21;
  p.b.z = 0x555;
  for (size_t i = 0; i < sizeof p; i++) printf("%02x ", p.bytes[i]);
  printf("\n");
  struct c c;
  memset(&c, 0, sizeof c);
  c.x = 6;
  c.y = 0x1abc;
  c.z = 0x1deadbeefUL;
  unsigned char raw[sizeof c];
  memcpy(raw, &c, sizeof c);
  for (size_t i = 0; i < sizeof raw; i++) printf("%02x ", raw[i]);
  printf("\n%u %u %lx %zu\n", c.x, c.y, (unsigned long)c.z, sizeof c);
  return 0;
}
