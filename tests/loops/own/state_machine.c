// A state machine that has to see "ab" twenty times and then a stop.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
char s[80];
int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  int state = 0, seen = 0;
  for (int i = 0; i < 80; i++) {
    char c = s[i];
    if (state == 0) {
      if (c == 'a') state = 1;
      else if (c == '.') {
        if (seen >= 20) target();
        return 0;
      } else return 0;
    } else {
      if (c != 'b') return 0;
      seen++;
      state = 0;
    }
  }
  return 0;
}
