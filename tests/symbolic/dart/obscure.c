// SMART, section 1: the hash cannot be reasoned about. With y fixed at random, its hash is known, and x follows.
// 2 = both sides of the one test; the run is incomplete and says so.
//@ entry: obscure
//@ external: external/hash.c
//@ verdict: stopped
//@ incomplete: external
//@ paths: 2
//@ count: no
int hash(int y);
int obscure(int x, int y) {
  if (x == hash(y))
    return -1; //~ TARGET
  return 0;    //~ TARGET
}
