// The hash that the explorer cannot look into: compiled natively, linked with
// the native build of each program that declares it, never given to the
// explorer as source. hash(7) is 100; no other small number gives 100.
int hash(int x) {
  unsigned h = (unsigned)x ^ 7u;
  for (int i = 0; i < 16; i++) {
    h ^= h >> 15;
    h *= 0x2C1B3C6Du;
    h ^= h >> 12;
    h *= 0x297A2D39u;
  }
  return (int)(h + 100u);
}
