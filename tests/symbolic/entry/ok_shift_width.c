//@ entry: mask
//@ clean: mask(32); mask(31); mask(0)
unsigned mask(unsigned bits) {
  if (bits >= 32)
    return 0xFFFFFFFFu;
  return (1u << bits) - 1;
}
