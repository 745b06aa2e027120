// As foreseen.c: what the end writes and what it returns belong together.
//@ target: target
//@ verdict: unreachable
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
  if (first == found)
    target();
  return 0;
}
