// One path leaves the variable unset and then decides on it.
//@ entry: decide
//@ witness: decide(3)
int decide(int kind) {
  int result;
  if (kind == 1)
    result = 10;
  if (kind == 2)
    result = 20;
  if (result > 15) //~ BUG uninitialized-read
    return 1;
  return 0;
}
