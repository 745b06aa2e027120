// Lines of sections, keys and values, comments; a fixed table collects the values.
// Grows: with the characters, mainly by where lines and keys end.
// Size: N, the number of characters.
//@ paths-at: N=1 6
//@ paths-at: N=2 22
//@ paths-at: N=3 82
//@ domain: text/1: 0..255
#include <assert.h>
#ifndef N
#define N 6
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

struct entry {
  int section, key_start, key_end, value_start, value_end;
};
static struct entry entries[N + 1];
static int count, errors;

static int skip_line(const char *s, int i) {
  while (i < N && s[i] != '\n')
    i++;
  return i;
}

static void parse(const char *s) {
  int i = 0, section = 0;
  while (i < N) {
    while (i < N && (s[i] == ' ' || s[i] == '\n'))
      i++;
    if (i == N)
      break;
    if (s[i] == ';') {
      i = skip_line(s, i);
      continue;
    }
    if (s[i] == '[') {
      int start = ++i;
      while (i < N && s[i] != ']' && s[i] != '\n')
        i++;
      if (i == N || s[i] == '\n' || i == start)
        errors++;
      else
        section++;
      i = skip_line(s, i);
      continue;
    }
    struct entry *e = &entries[count];
    e->section = section;
    e->key_start = i;
    while (i < N && s[i] != '=' && s[i] != '\n')
      i++;
    e->key_end = i;
    if (i == N || s[i] == '\n' || e->key_start == e->key_end) {
      errors++;
      i = skip_line(s, i);
      continue;
    }
    e->value_start = ++i;
    i = skip_line(s, i);
    e->value_end = i;
    count++;
    assert(e->key_start < e->key_end && e->key_end < e->value_start);
  }
}

int main(void) {
  char text[N];
  klee_make_symbolic(text, sizeof text, "text");
  parse(text);
  assert(count <= N / 2 && errors <= N);
  return count * 16 + errors;
}
