// However far an element of an array that is null is, that is one failure.
//@ entry: get
//@ paths: 2
//@ witness: get(0, 1)
int get(const int *a, unsigned long i) {
  if (a)
    return 0;
  return a[i]; //~ BUG null-dereference
}
