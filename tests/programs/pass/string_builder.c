// Building, splitting, trimming, reversing and comparing strings by hand.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *rev(char *s) { for (char *a = s, *b = s + strlen(s) - (*s != 0); a < b; a++, b--) { char t = *a; *a = *b; *b = t; } return s; }
static char *trim(char *s) { while (isspace((unsigned char)*s)) s++; char *e = s + strlen(s); while (e > s && isspace((unsigned char)e[-1])) e--; *e = 0; return s; }
static int palin(const char *s) { const char *e = s + strlen(s); while (s < e) { if (!isalpha((unsigned char)*s)) s++; else if (!isalpha((unsigned char)e[-1])) e--; else if (tolower((unsigned char)*s++) != tolower((unsigned char)*--e)) return 0; } return 1; }
static char *replace(const char *s, const char *a, const char *b) {
  size_t n = 0, la = strlen(a), lb = strlen(b);
  for (const char *p = s; (p = strstr(p, a)); p += la) n++;
  char *out = malloc(strlen(s) + n * (lb > la ? lb - la : 0) + 1), *o = out;
  for (const char *p; (p = strstr(s, a)); s = p + la) { memcpy(o, s, (size_t)(p - s)); o += p - s; memcpy(o, b, lb); o += lb; }
  strcpy(o, s);
  return out;
}
static void caesar(char *s, int k) { for (; *s; s++) if (isalpha((unsigned char)*s)) { char b = isupper((unsigned char)*s) ? 'A' : 'a'; *s = (char)((*s - b + k + 26) % 26 + b); } }
int main(void) {
  char a[] = "stressed", b[] = "  \t padded text \n", c[] = "Hello, World";
  printf("%s [%s]\n", rev(a), trim(b));
  printf("%d %d\n", palin("A man, a plan, a canal: Panama"), palin("not one"));
  char *r = replace("one fish two fish red fish", "fish", "elephant");
  printf("%s\n", r);
  free(r);
  caesar(c, 3);
  printf("%s ", c);
  caesar(c, -3);
  printf("%s\n", c);
  int freq[26] = {0};
  for (const char *p = "pack my box with five dozen liquor jugs"; *p; p++) if (isalpha((unsigned char)*p)) freq[*p - 'a']++;
  for (int i = 0; i < 26; i++) printf("%d", freq[i]);
  printf("\n");
  return 0;
}
