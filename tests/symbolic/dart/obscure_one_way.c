// Nothing to solve for: the hash of x is compared with a constant. Unknown is the honest answer, never unreachable.
//@ entry: one_way
//@ external: external/hash.c
//@ verdict: stopped
//@ incomplete: external
int hash(int y);
int one_way(int x) {
  if (hash(x) == 123456789)
    return 1; //~ MAYBE
  return 0;   //~ TARGET
}
