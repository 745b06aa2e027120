// A reader of key=value fields with a harness for KLEE. It trusts the input to
// hold a '=' in the last byte at the latest.
#include <klee/klee.h>
#include <string.h>

enum { SIZE = 6, MAX_KEY = 4 };

static int find_value(const char *field, char *key) {
  int at = 0;
  while (field[at] != '=') {
    if (at < MAX_KEY) key[at] = field[at];
    at++;
  }
  key[at < MAX_KEY ? at : MAX_KEY] = 0;
  return at + 1;
}

int main(void) {
  char field[SIZE], key[MAX_KEY + 1];
  klee_make_symbolic(field, sizeof field, "field");
  int value = find_value(field, key);
  if (strcmp(key, "id") == 0) return 1;
  return value < SIZE ? 0 : 2;
}
