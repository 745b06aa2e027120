// The length comes before its arrays, as C99 declares them: the loop runs one too far.
//@ entry: dot
//@ witness: int a[2] = {1, 2}; dot(2, a, a)
int dot(int n, const int a[n], const int b[n]) {
  int total = 0;
  if (!a || !b)
    return 0;
  for (int i = 0; i <= n; i++)
    total ^= a[i] & b[0]; //~ BUG out-of-bounds-read
  return total;
}
