// ctype.h over all of ASCII, folded into one number for each predicate.
#include <ctype.h>
#include <stdio.h>
#define ROW(f) do { unsigned h = 0; int n = 0; for (int c = 0; c < 128; c++) { int r = !!f(c); n += r; h = h * 31 + (unsigned)(r * c); } printf(#f " %d %u\n", n, h); } while (0)
int main(void) {
  ROW(isalpha); ROW(isdigit); ROW(isalnum); ROW(isspace); ROW(isupper); ROW(islower);
  ROW(ispunct); ROW(isprint); ROW(isgraph); ROW(iscntrl); ROW(isxdigit); ROW(isblank);
  for (const char *p = "Hello, World 42!\t"; *p; p++) printf("%c%c", toupper((unsigned char)*p), tolower((unsigned char)*p));
  printf("\n%d %d\n", isalpha(EOF), toupper('!'));
  return 0;
}
