//@ entry: sum
//@ clean: int a[2] = {1, 2}; sum(a, 2); sum(a, 0); sum(0, 9)
//@ buffer: a n
int sum(const int *a, unsigned n) {
  int total = 0;
  if (!a)
    return 0;
  for (unsigned i = 0; i < n; i++)
    total ^= a[i];
  return total;
}
