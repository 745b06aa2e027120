//@ run: --stack-depth 50
#include <stdio.h>
static int down(int n) { return n ? down(n - 1) + 1 : 0; }
int main(void) { printf("reached the bottom %d\n", down(40)); return 0; }
