// SMART, section 3.1: one summary, two contexts.
// 4 = 2 * 2; `a && b` tests known values.
//@ entry: top
//@ verdict: explored
//@ paths: 4
//@ domain: y: 0 1 -1
//@ domain: z: 0 1 -1
int is_positive(int x) {
  if (x > 0)
    return 1;
  return 0;
}
int top(int y, int z) {
  int a, b;
  a = is_positive(y);
  b = is_positive(z);
  if (a && b)
    return 1; //~ TARGET
  return 0;
}
