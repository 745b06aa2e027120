// Two different classes on two paths of one function.
//@ entry: pick
//@ witness: pick(3, 1)
//@ witness: pick(2, 0)
int pick(unsigned i, unsigned d) {
  int a[3] = {1, 2, 3};
  if (i & 1)
    return a[i & 3]; //~ BUG out-of-bounds-read
  return (int)(i / d); //~ BUG division-by-zero
}
