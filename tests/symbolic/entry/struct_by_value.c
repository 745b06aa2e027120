// Passed by value: no pointer is involved.
//@ entry: slope
//@ witness: struct point a = {1, 2}, b = {1, 3}; slope(a, b)
struct point {
  int x, y;
};
int slope(struct point a, struct point b) {
  unsigned dx = (unsigned)b.x - (unsigned)a.x;
  unsigned dy = (unsigned)b.y - (unsigned)a.y;
  return (int)(dy / dx); //~ BUG division-by-zero
}
