// A defect behind a call: h aborts where x != y and f(x) == x + 10, that is x == 10.
// 3 = x==y; x!=y without and with the defect.
//@ entry: h
//@ verdict: explored
//@ paths: 3
//@ bugs: reached-abort
//@ domain: x: 0 10 11
//@ domain: y: 0 10
extern void abort(void);
int f(int x) { return 2 * x; }
int h(int x, int y) {
  if (x != y)
    if (f(x) == x + 10)
      abort(); //~ BUG reached-abort
  return 0;
}
