// A pointer parameter may be null unless it is checked.
//@ entry: first
//@ witness: first(0)
int first(const char *s) {
  return s[0]; //~ BUG null-dereference
}
