// A weak default replaced by a strong definition, one that stays, and a weak null.
#include <stdio.h>
__attribute__((weak)) int hook(int x) { return x + 1; }
__attribute__((weak)) int kept(int x) { return x * 3; }
extern int absent(int) __attribute__((weak));
int through_b(int x);
int main(void) {
  printf("%d %d\n", hook(5), kept(5));
  printf("%d\n", through_b(2));
  printf("%s\n", absent ? "present" : "absent");
  return 0;
}
