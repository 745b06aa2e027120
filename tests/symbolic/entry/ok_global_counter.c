//@ entry: put
//@ clean: put(8, 'x'); put(7, 'x'); put(-1, 'x')
static int limit = 8;
static char store[8];
int put(int at, char c) {
  if (at < 0 || at >= limit)
    return 0;
  store[at] = c;
  return 1;
}
