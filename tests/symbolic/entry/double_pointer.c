// Both levels may be null.
//@ entry: head
//@ witness: int *p = 0; head(&p)
int head(int **list) {
  if (!list)
    return 0;
  return **list; //~ BUG null-dereference
}
