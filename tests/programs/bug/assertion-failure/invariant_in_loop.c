#include <assert.h>
static int balance = 10;
static void spend(int n) {
  balance -= n;
  assert(balance >= 0 && "overdrawn"); //~ BUG assertion-failure
}
int main(void) {
  for (int i = 0; i < 6; i++) spend(i);
  return 0;
}
