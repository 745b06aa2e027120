// 5 = a; !a&b; then !a&!b splits on c and, below c, on d: c&d, c&!d, !c.
//@ paths: 5
//@ entry: some
//@ domain: a: 0 1
//@ domain: b: 0 1
//@ domain: c: 0 1
//@ domain: d: 0 1
int some(int a, int b, int c, int d) {
  if (a || b || (c && d))
    return 1;
  return 0;
}
