// The edit distance of a symbolic text and a fixed word, by table.
// Grows: by the equal and different characters and the three-way minimum.
// Size: N, the number of characters of the text.
//@ paths-at: N=1 5
//@ paths-at: N=2 25
//@ paths-at: N=3 125
//@ domain: text/1: 'w' 'e' 'a' 'v' 'x' 0 255
#include <assert.h>
#ifndef N
#define N 4
#endif
#define WORD "weave"
#define LENGTH 5
void klee_make_symbolic(void *, unsigned long, const char *);

static int smallest(int a, int b, int c) {
  if (b < a)
    a = b;
  if (c < a)
    a = c;
  return a;
}

static int distance(const char *s) {
  int row[LENGTH + 1];
  for (int j = 0; j <= LENGTH; j++)
    row[j] = j;
  for (int i = 1; i <= N; i++) {
    int diagonal = row[0];
    row[0] = i;
    for (int j = 1; j <= LENGTH; j++) {
      int above = row[j], cost = 1;
      if (s[i - 1] == WORD[j - 1])
        cost = 0;
      row[j] = smallest(row[j - 1] + 1, above + 1, diagonal + cost);
      diagonal = above;
    }
  }
  return row[LENGTH];
}

int main(void) {
  char text[N];
  klee_make_symbolic(text, sizeof text, "text");
  int d = distance(text);
  assert(d >= (N > LENGTH ? N - LENGTH : LENGTH - N));
  assert(d <= (N > LENGTH ? N : LENGTH));
  return d;
}
