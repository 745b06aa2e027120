// Packed structs: unaligned members, arrays of them, network headers.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#pragma pack(push, 1)
struct hdr { uint8_t ver; uint16_t len; uint32_t seq; uint64_t stamp; float load; };
#pragma pack(pop)
struct __attribute__((packed)) odd { char c; short s; long l; struct hdr h; };
static uint32_t be32(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3]; }
int main(void) {
  printf("%zu %zu %zu\n", sizeof(struct hdr), sizeof(struct odd), sizeof(struct odd[3]));
  struct odd a[3];
  memset(a, 0, sizeof a);
  for (int i = 0; i < 3; i++) {
    a[i].c = (char)('A' + i);
    a[i].s = (short)(-100 * i);
    a[i].l = 1L << (20 * i);
    a[i].h = (struct hdr){4, (uint16_t)(1500 + i), 0xdeadbeefu + (unsigned)i, 1ull << 50 | (unsigned)i, 0.5f * (float)i};
  }
  unsigned char *raw = (unsigned char *)a;
  unsigned h = 0;
  for (size_t i = 0; i < sizeof a; i++) h = h * 31 + raw[i];
  printf("%u\n", h);
  struct hdr c = a[2].h;
  printf("%u %u %x %lx %g\n", c.ver, c.len, c.seq, (unsigned long)c.stamp, (double)c.load);
  a[1].h.seq += 0x10;
  a[1].l *= -3;
  printf("%x %ld %d\n", a[1].h.seq, a[1].l, a[2].s);
  printf("%x\n", be32(raw + 14));
  return 0;
}
