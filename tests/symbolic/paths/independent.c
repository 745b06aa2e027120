// 16 = four tests of four independent inputs, 2^4.
//@ paths: 16
//@ entry: independent
//@ domain: a: 0 1 7 
//@ domain: b: 0 1 7
//@ domain: c: 0 1 7
//@ domain: d: 0 1 7
int independent(int a, int b, int c, int d) {
  int n = 0;
  if (a > 5)
    n += 1;
  if (b > 5)
    n += 2;
  if (c > 5)
    n += 4;
  if (d > 5)
    n += 8;
  return n;
}
