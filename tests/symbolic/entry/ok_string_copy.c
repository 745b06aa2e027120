//@ entry: greet
//@ clean: greet("12345678"); greet(""); greet("1234567")
int greet(const char *name) {
  char copy[8];
  int i = 0;
  if (!name)
    return 0;
  while (name[i] && i < 7) {
    copy[i] = name[i];
    i++;
  }
  copy[i] = 0;
  return copy[0];
}
