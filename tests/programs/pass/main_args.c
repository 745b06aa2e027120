//@ args: alpha -n 12 --flag=yes last
//@ exit: 6
// argc and argv: contents, the null at the end, options parsed by hand.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  int n = 0;
  const char *flag = "none";
  for (int i = 1; i < argc; i++) {
    printf("%d:%s:%zu\n", i, argv[i], strlen(argv[i]));
    if (!strcmp(argv[i], "-n") && i + 1 < argc) n = atoi(argv[i + 1]);
    if (!strncmp(argv[i], "--flag=", 7)) flag = argv[i] + 7;
  }
  printf("%d %s %d\n", n, flag, argv[argc] == NULL);
  argv[1][0] = 'A';
  printf("%s %d\n", argv[1], argv[0] != NULL && argv[0][0] != 0);
  return argc;
}
