#include <stdio.h>
static unsigned long scale = 8;
int main(void) {
  while (1) {
    printf("%lu\n",
           1000UL / scale); //~ BUG division-by-zero
    scale >>= 1;
  }
}
