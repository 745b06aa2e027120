// Reads that are smaller than what is left: each is complete, or the last.
//@ verdict: explored
//@ test: --sym-stdin 8
//@ bugs: out-of-bounds-write
//@ count: no
#include <unistd.h>
int main(void) {
  char head[2], rest[8], table[1];
  if (read(0, head, 2) != 2 || head[0] != 'h' || head[1] != 'i')
    return 1;
  long more = read(0, rest, 4);
  if (more == 1 && rest[0] == '!') {
    table[more] = 1; //~ BUG out-of-bounds-write
    return table[0];
  }
  return 2;
}
