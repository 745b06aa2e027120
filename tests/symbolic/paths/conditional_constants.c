// `? :` with two constants is a select in clang's -O0 code, so it decides nothing;
// 2 = the sum is then compared with 3.
//@ paths: 2
//@ entry: constants
//@ domain: x: -2..12
//@ domain: y: -2..12
int constants(int x, int y) {
  int n = (x > 5 ? 1 : 0) + (y > 5 ? 2 : 0);
  if (n == 3)
    return 1;
  return 0;
}
