//@ stderr: stack-depth
#include <stdio.h>
static int b(int n);
static int a(int n) { return b(n + 1) * 2; } //~ LIMIT
static int b(int n) { return a(n + 1) + 3; }  //~ LIMIT
int main(void) { return a(0); }
