//@ entry: apply
//@ witness: apply(0, 1)
int apply(int (*f)(int), int x) {
  if (x == 5)
    return 0;
  return f(x); //~ BUG null-dereference
}
