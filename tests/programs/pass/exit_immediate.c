//@ exit: 7
// _Exit does not run atexit handlers; output was flushed by hand.
#include <stdio.h>
#include <stdlib.h>
static void never(void) { printf("handler\n"); }
int main(void) { atexit(never); printf("before _Exit\n"); fflush(stdout); _Exit(7); }
