// What a file is called is not decided: there is none, whatever its name is.
//@ test: --sym-args 0 1 2
//@ verdict: stopped
//@ incomplete: external
//@ paths: 4
//@ count: no
#include <stdio.h>
int main(int argc, char **argv) {
  if (argc < 2)
    return 2;
  FILE *file = fopen(argv[1], "r");
  if (!file)
    return 1;
  fclose(file);
  return 0;
}
