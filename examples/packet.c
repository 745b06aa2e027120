// A reader of length-prefixed fields. The second field claims more bytes than
// the packet has, and nobody checks.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct reader {
  const unsigned char *data;
  size_t at;
};

static unsigned next_byte(struct reader *r) {
  return r->data[r->at++];
}

static unsigned checksum_field(struct reader *r) {
  unsigned length = next_byte(r), sum = 0;
  for (unsigned i = 0; i < length; i++) sum += next_byte(r);
  return sum;
}

int main(void) {
  static const unsigned char wire[] = {3, 10, 20, 30, 5, 1, 2, 3};
  unsigned char *packet = malloc(sizeof wire);
  memcpy(packet, wire, sizeof wire);
  struct reader r = {packet, 0};
  printf("first field:  %u\n", checksum_field(&r));
  printf("second field: %u\n", checksum_field(&r));
  free(packet);
  return 0;
}
