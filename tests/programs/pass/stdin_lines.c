//@ stdin: first line\nsecond\n\nfourth is a much longer line than the rest of them\nlast without newline
// fgets with a small buffer, counting lines and words.
#include <ctype.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  char buf[16];
  int lines = 0, words = 0, chars = 0, in = 0;
  while (fgets(buf, sizeof buf, stdin)) {
    size_t n = strlen(buf);
    printf("%zu[%.*s]\n", n, (int)(n && buf[n - 1] == '\n' ? n - 1 : n), buf);
    for (size_t i = 0; i < n; i++) {
      chars++;
      if (buf[i] == '\n') lines++;
      if (isspace((unsigned char)buf[i])) in = 0;
      else if (!in) { in = 1; words++; }
    }
  }
  printf("%d %d %d eof=%d err=%d\n", lines, words, chars, !!feof(stdin), !!ferror(stdin));
  return 0;
}
