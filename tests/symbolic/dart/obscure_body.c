// The same with a hash whose body is there: both sides by symbolic execution alone.
// 2 paths, complete.
//@ entry: obscure
//@ verdict: explored
//@ paths: 2
//@ domain: x: 0 1 100
//@ domain: y: 0 7
static int hash(int y) {
  unsigned h = (unsigned)y ^ 7u;
  h *= 0x2C1B3C6Du;
  h ^= h >> 12;
  return (int)(h + 100u);
}
int obscure(int x, int y) {
  if (x == hash(y))
    return -1; //~ TARGET
  return 0;    //~ TARGET
}
