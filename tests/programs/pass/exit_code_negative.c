//@ exit: 255
// A negative result of main becomes 255.
#include <stdio.h>
int main(void) { printf("minus one coming\n"); return -1; }
