// The callback is unknown code: it may return anything, here more than the buffer holds.
//@ entry: fill
//@ witness: extern int getdtablesize(void); fill(getdtablesize)
int fill(int (*produce)(void)) {
  char buffer[4];
  if (!produce)
    return -1;
  int n = produce();
  if (n < 0)
    return -1;
  buffer[n] = 1; //~ BUG out-of-bounds-write
  return buffer[n];
}
