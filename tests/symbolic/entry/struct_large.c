// Large structures travel as the address of a copy: never null, pointers inside may be.
//@ entry: pick
//@ witness: struct large l = {{0, 0, 77, 0, 0}, 0}; pick(l, 3)
struct large {
  long values[5];
  const char *text;
};
int pick(struct large l, int k) {
  if (l.values[2] != 77 || k != 3)
    return 0;
  return l.text[0]; //~ BUG null-dereference
}
