// CRC-32, CRC-16, Adler-32, Fletcher-16 and FNV over the same text.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static uint32_t table[256];
static uint32_t crc32(const void *b, size_t n) {
  const uint8_t *p = b;
  uint32_t c = ~0u;
  while (n--) c = table[(c ^ *p++) & 255] ^ c >> 8;
  return ~c;
}
static uint16_t crc16(const uint8_t *p, size_t n) {
  uint16_t c = 0xffff;
  while (n--) { c ^= (uint16_t)(*p++ << 8); for (int k = 0; k < 8; k++) c = (uint16_t)(c & 0x8000 ? c << 1 ^ 0x1021 : c << 1); }
  return c;
}
static uint32_t adler(const uint8_t *p, size_t n) { uint32_t a = 1, b = 0; while (n--) { a = (a + *p++) % 65521; b = (b + a) % 65521; } return b << 16 | a; }
static uint16_t fletcher(const uint8_t *p, size_t n) { uint16_t a = 0, b = 0; while (n--) { a = (uint16_t)((a + *p++) % 255); b = (uint16_t)((b + a) % 255); } return (uint16_t)(b << 8 | a); }
static uint64_t fnv(const uint8_t *p, size_t n) { uint64_t h = 0xcbf29ce484222325u; while (n--) h = (h ^ *p++) * 0x100000001b3u; return h; }
int main(void) {
  for (uint32_t i = 0; i < 256; i++) { uint32_t c = i; for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1; table[i] = c; }
  const char *in[] = {"", "a", "123456789", "The quick brown fox jumps over the lazy dog"};
  for (int i = 0; i < 4; i++) {
    const uint8_t *p = (const uint8_t *)in[i];
    size_t n = strlen(in[i]);
    printf("%08x %04x %08x %04x %016lx\n", crc32(p, n), crc16(p, n), adler(p, n), fletcher(p, n), (unsigned long)fnv(p, n));
  }
  return 0;
}
