// Literals: concatenation, escapes, embedded zeros, identity of const data.
#include <stdio.h>
#include <string.h>
int main(void) {
  const char *s = "one " "two " "three";
  printf("%s %zu\n", s, strlen(s));
  const char z[] = "a\0b\0c";
  printf("%zu %zu %c\n", sizeof z, strlen(z), z[4]);
  const char *e = "\x41\102\t\\\"\'\?\a";
  for (const char *p = e; *p; p++) printf("%d ", *p);
  printf("\n%s\n", __func__);
  const char *multi = "line one\n"
                      "line two\n";
  int lines = 0;
  for (const char *p = multi; (p = strchr(p, '\n')); p++) lines++;
  printf("%d %d\n", lines, __LINE__);
  char copy[] = "mutable";
  copy[0] -= 32;
  printf("%s %zu\n", copy, sizeof copy);
  printf("%c%c %d\n", "0123456789abcdef"[11], *("xyz" + 2), 'ab' == 'a' * 256 + 'b');
  printf("%s\n", "tab\there" + 3);
  return 0;
}
