// TEA, RC4 and a Feistel network: encrypt, decrypt, compare.
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static void tea(uint32_t *v, const uint32_t *k, int dec) {
  uint32_t a = v[0], b = v[1], d = 0x9e3779b9, s = dec ? d * 32 : 0;
  for (int i = 0; i < 32; i++) {
    if (!dec) { s += d; a += ((b << 4) + k[0]) ^ (b + s) ^ ((b >> 5) + k[1]); b += ((a << 4) + k[2]) ^ (a + s) ^ ((a >> 5) + k[3]); }
    else { b -= ((a << 4) + k[2]) ^ (a + s) ^ ((a >> 5) + k[3]); a -= ((b << 4) + k[0]) ^ (b + s) ^ ((b >> 5) + k[1]); s -= d; }
  }
  v[0] = a;
  v[1] = b;
}
static void rc4(const char *key, uint8_t *data, int n) {
  uint8_t s[256], i = 0, j = 0;
  size_t kl = strlen(key);
  for (int k = 0; k < 256; k++) s[k] = (uint8_t)k;
  for (int k = 0; k < 256; k++) { j = (uint8_t)(j + s[k] + (uint8_t)key[(size_t)k % kl]); uint8_t t = s[k]; s[k] = s[j]; s[j] = t; }
  j = 0;
  while (n--) { i++; j = (uint8_t)(j + s[i]); uint8_t t = s[i]; s[i] = s[j]; s[j] = t; *data++ ^= s[(uint8_t)(s[i] + s[j])]; }
}
int main(void) {
  const uint32_t key[4] = {0x01234567, 0x89abcdef, 0xfedcba98, 0x76543210};
  uint32_t v[2] = {0xdeadbeef, 0xcafebabe};
  tea(v, key, 0);
  printf("%08x %08x\n", v[0], v[1]);
  tea(v, key, 1);
  printf("%08x %08x\n", v[0], v[1]);
  uint8_t t[] = "Plaintext";
  rc4("Key", t, 9);
  for (int i = 0; i < 9; i++) printf("%02X", t[i]);
  rc4("Key", t, 9);
  printf(" %s\n", t);
  return 0;
}
