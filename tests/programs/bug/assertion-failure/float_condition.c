#include <assert.h>
int main(void) {
  double x = 0;
  for (int i = 0; i < 10; i++) x += 0.1;
  assert(x > 0.99);
  assert(x == 1.0); //~ BUG assertion-failure
  return 0;
}
