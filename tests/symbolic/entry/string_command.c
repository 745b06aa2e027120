// Deep in a command: "go " and a digit above 7.
//@ entry: command
//@ witness: command("go 9")
int command(const char *s) {
  static const int exits[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  if (!s || s[0] != 'g' || s[1] != 'o' || s[2] != ' ')
    return -1;
  if (s[3] < '0' || s[3] > '9')
    return -2;
  return exits[s[3] - '0']; //~ BUG out-of-bounds-read
}
