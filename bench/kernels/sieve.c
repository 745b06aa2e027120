// Sieve of Eratosthenes up to four million.
#include <stdio.h>
#include <string.h>
enum { N = 4000000 };
static unsigned char composite[N + 1];
int main(void) {
  unsigned long sum = 0;
  int count = 0;
  for (int round = 0; round < 1; round++) {
    memset(composite, 0, sizeof composite);
    count = 0;
    for (int i = 2; i <= N; i++) {
      if (composite[i]) continue;
      count++;
      sum += (unsigned long)i;
      for (long j = (long)i * i; j <= N; j += i) composite[j] = 1;
    }
  }
  printf("%d %lu\n", count, sum);
  return 0;
}
