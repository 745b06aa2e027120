// 5 = the terminator at 0, 1, 2, 3, or forced at 4.
//@ paths: 5
//@ domain: s/1: 0 1 'a' 255
void klee_make_symbolic(void *, unsigned long, const char *);
static unsigned length(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return (unsigned)(p - s);
}
int main(void) {
  char s[5];
  klee_make_symbolic(s, sizeof s, "s");
  s[4] = 0;
  return (int)length(s);
}
