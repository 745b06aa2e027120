// Where a search ends is known before a run has ended there: its end writes and returns.
//@ target: target
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
static int found;
static int find(const char *text, int length, char wanted) {
  for (int i = 0; i < length; i++)
    if (text[i] == wanted) {
      found = i;
      return 1;
    }
  return 0;
}
void target(void) {}
int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  if (!find(text, 8, 'a'))
    return 0;
  int first = found;
  if (!find(text, 8, 'b'))
    return 0;
  if (first == 5 && found == 6)
    target();
  return 0;
}
