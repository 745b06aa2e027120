// 16 = the four cells of a 2 by 2 matrix are each tested for oddness; the determinant's parity then follows.
//@ paths: 16
//@ domain: m/1: 0..3
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char m[2][2];
  int odd[2][2];
  klee_make_symbolic(m, sizeof m, "m");
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      odd[i][j] = 0;
      if (m[i][j] % 2)
        odd[i][j] = 1;
    }
  int determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
  assert((determinant & 1) == ((odd[0][0] & odd[1][1]) ^ (odd[0][1] & odd[1][0])));
  return 0;
}
