// Pointer and length: the loop runs one too far, though the buffer has n elements as promised.
//@ entry: sum
//@ witness: int a[2] = {1, 2}; sum(a, 2)
//@ buffer: a n
int sum(const int *a, unsigned n) {
  int total = 0;
  if (!a)
    return 0;
  for (unsigned i = 0; i <= n; i++)
    total ^= a[i]; //~ BUG out-of-bounds-read
  return total;
}
