//@ entry: average
//@ witness: average(1, 0)
// Scalars of several widths; the divisor can be zero.
int average(int sum, unsigned char count) {
  if (sum < 0)
    return 0;
  return sum / count; //~ BUG division-by-zero
}
