// Up to three arguments of up to three characters; argv ends with a null pointer.
//@ verdict: explored
//@ test: --sym-args 0 3 3
//@ bugs: reached-abort
//@ count: no
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  if (argc > 2 && strcmp(argv[1], "-x") == 0) {
    if (argv[2][0] == '7')
      abort(); //~ BUG reached-abort
  }
  for (int i = 1; argv[i]; i++)
    if (argv[i][0] == '-' && argv[i][1] == 'v')
      return 3;
  return 0;
}
