//@ entry: low_byte
//@ witness: union word w = {0xDEADBEEF}; low_byte(w)
union word {
  unsigned whole;
  unsigned char byte[4];
};
#include <assert.h>
int low_byte(union word w) {
  assert(w.whole != 0xDEADBEEF || w.byte[0] != 0xEF); //~ BUG assertion-failure
  return w.byte[0];
}
