// Any string longer than eight characters overruns the copy.
//@ entry: greet
//@ witness: greet("123456789")
int greet(const char *name) {
  char copy[8];
  int i = 0;
  if (!name)
    return 0;
  while (name[i]) {
    copy[i] = name[i]; //~ BUG out-of-bounds-write
    i++;
  }
  return i ? copy[0] : 0;
}
