#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
  char line[16];
  if (argc < 2 || strcmp(argv[1], "go") != 0)
    return 1;
  if (!fgets(line, sizeof line, stdin))
    return 2;
  return line[0] == 'k' ? 40 : 41;
}
