// Word wrap, justification, run-length coding, Morse.
#include <ctype.h>
#include <stdio.h>
#include <string.h>
static void wrap(const char *s, int width) {
  int col = 0;
  while (*s) {
    size_t n = strcspn(s, " ");
    if (col && col + 1 + (int)n > width) { putchar('\n'); col = 0; }
    col += printf("%s%.*s", col ? " " : "", (int)n, s);
    s += n;
    s += strspn(s, " ");
  }
  putchar('\n');
}
static void rle(const char *s) { while (*s) { const char *e = s; while (*e == *s) e++; if (e - s > 1) printf("%d", (int)(e - s)); putchar(*s); s = e; } putchar('\n'); }
static void morse(const char *s) {
  static const char *const code[] = {".-", "-...", "-.-.", "-..", ".", "..-.", "--.", "....", "..", ".---", "-.-", ".-..", "--", "-.", "---", ".--.", "--.-", ".-.", "...", "-", "..-", "...-", ".--", "-..-", "-.--", "--.."};
  for (; *s; s++) isalpha((unsigned char)*s) ? printf("%s ", code[toupper((unsigned char)*s) - 'A']) : printf("/ ");
  putchar('\n');
}
int main(void) {
  const char *t = "Sphinx of black quartz, judge my vow; how quickly daft jumping zebras vex the five boxing wizards.";
  wrap(t, 20);
  wrap(t, 45);
  rle("aaaabbbcccddde");
  rle("abc");
  morse("sos help");
  printf("%5s|%-5s|%*s|%.*s\n", "ab", "cd", 7, "right", 3, "truncate");
  return 0;
}
