//@ entry: fill
//@ clean: fill(0)
int fill(int (*produce)(void)) {
  char buffer[4];
  if (!produce)
    return -1;
  int n = produce();
  if (n < 0 || n >= 4)
    return -1;
  buffer[n] = 1;
  return buffer[n];
}
