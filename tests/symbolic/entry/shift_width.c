//@ entry: mask
//@ witness: mask(32)
unsigned mask(unsigned bits) {
  if (bits > 32)
    return 0;
  return (1u << bits) - 1; //~ BUG shift-out-of-range
}
