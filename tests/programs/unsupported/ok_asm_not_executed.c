#include <stdio.h>
static unsigned stamp(void) {
  unsigned lo;
  __asm__ volatile("rdtsc" : "=a"(lo) : : "edx");
  return lo;
}
int main(int argc, char **argv) {
  if (argc > 50) printf("%u\n", stamp());
  printf("the assembly was not reached\n");
  return 0;
}
