#include <stdio.h>
static unsigned mask(unsigned bits) { return bits >= 32 ? ~0u : (1u << bits) - 1; }
int main(void) {
  for (unsigned i = 0; i <= 40; i += 8) printf("%x ", mask(i));
  printf("\n");
  return 0;
}
