// A product of three: with wrap-around both aborts can be reached (a positive x whose cube is not).
// 6 = cube>0: x<=0; x>0 with y==10 or not; cube<=0: x<=0; x>0 with y==20 or not.
//@ entry: foobar
//@ verdict: explored
//@ paths: 6
//@ bugs: reached-abort
//@ domain: x: -5 0 1 2 1300 65536 -1300 1625 -1291 -1700
//@ domain: y: 0 10 20
extern void abort(void);
int foobar(int x, int y) {
  unsigned u = (unsigned)x;
  if ((int)(u * u * u) > 0) {
    if (x > 0 && y == 10)
      abort(); //~ BUG reached-abort
  } else {
    if (x > 0 && y == 20)
      abort(); //~ BUG reached-abort
  }
  return 0;
}
