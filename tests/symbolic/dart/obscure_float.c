// The hash goes through floating point, outside the theory, without any external code.
//@ entry: obscure
//@ verdict: stopped
//@ incomplete: concretized
//@ paths: 2
//@ count: no
static int hash(int y) {
  double d = y * 0.6180339887498949;
  return (int)((d - (double)(long)d) * 1000000.0);
}
int obscure(int x, int y) {
  if (x == hash(y))
    return -1; //~ TARGET
  return 0;    //~ TARGET
}
