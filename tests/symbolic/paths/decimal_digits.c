// 8 = position 0, 1 or 2 below '0' or above '9' (6); three digits above 255 or not (2).
//@ paths: 8
//@ domain: s/1: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  unsigned char s[3];
  unsigned value = 0;
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 3; i++) {
    if (s[i] < '0' || s[i] > '9')
      return -1;
    value = value * 10 + (s[i] - '0');
  }
  if (value > 255)
    return -2;
  return (int)value;
}
