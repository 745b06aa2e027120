// Globals keep their initial values: the entry is the program's first call, so `limit` is 8 here.
//@ entry: put
//@ witness: put(8, 'x')
static int limit = 8;
static char store[8];
int put(int at, char c) {
  if (at < 0 || at > limit)
    return 0;
  store[at] = c; //~ BUG out-of-bounds-write
  return 1;
}
