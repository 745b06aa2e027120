// As hwm.c, with more words.
//@ define: WORDS 4 8
//@ strategies: demand
//@ dart: no
//@ target: target
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
#ifndef WORDS
#define WORDS 4
#endif
#define N (WORDS * 8)
static char text[N + 1];
static const char *const words[16] = {"Hello", "world", "at",    "Microsoft!", "alpha", "beta", "gamma", "delta",
                                      "red",   "green", "blue",  "yellow",     "one",   "two",  "three", "four"};
int contains_at(const char *s, int i, const char *t) {
  int k = 0;
  while (t[k] != 0) {
    if (s[i + k] != t[k])
      return 0;
    k++;
  }
  return 1;
}
int contains(const char *s, const char *t) {
  int i = 0;
  while (s[i] != 0) {
    if (contains_at(s, i, t))
      return 1;
    i++;
  }
  return 0;
}
void target(void) {}
int main(void) {
  klee_make_symbolic(text, N, "text");
  for (int w = 0; w < WORDS; w++)
    if (!contains(text, words[w]))
      return 0;
  target();
  return 0;
}
