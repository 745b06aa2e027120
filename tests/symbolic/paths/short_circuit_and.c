// 4 = fails at the first, second or third operand, or holds.
//@ paths: 4
//@ entry: all
//@ domain: a: 0 1
//@ domain: b: 0 1
//@ domain: c: 0 1
int all(int a, int b, int c) {
  if (a && b && c)
    return 1;
  return 0;
}
