// Standard input of up to three bytes through the C library's buffer.
// 40 = 1 + 3 + 9 + 27: for each length every byte opens, closes or does neither; "(((" is the bug.
//@ verdict: explored
//@ test: --sym-stdin 3
//@ paths: 40
//@ bugs: assertion-failure
//@ count: no
#include <assert.h>
#include <stdio.h>
int main(void) {
  int c, depth = 0;
  while ((c = getchar()) != EOF) {
    if (c == '(')
      depth++;
    else if (c == ')')
      depth--;
  }
  assert(depth != 3); //~ BUG assertion-failure
  return 0;
}
