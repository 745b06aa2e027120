// string.h, one after the other.
#include <stdio.h>
#include <string.h>
static int sgn(int x) { return (x > 0) - (x < 0); }
int main(void) {
  char a[64] = "hello";
  printf("%zu %zu\n", strlen(a), strlen(""));
  strcat(a, ", world");
  strncat(a, "!!!!", 2);
  printf("%s\n", a);
  printf("%d %d %d %d\n", sgn(strcmp("abc", "abd")), sgn(strcmp("b", "a")), sgn(strcmp("", "")), sgn(strncmp("abcx", "abcy", 3)));
  printf("%s %s %d\n", strchr(a, 'w'), strrchr(a, 'l'), strchr(a, 'z') == NULL);
  printf("%s %d\n", strstr(a, "lo"), strstr(a, "xyz") == NULL);
  printf("%zu %zu %s\n", strspn(a, "ehl"), strcspn(a, " ,"), strpbrk(a, "xwo"));
  char b[16];
  memset(b, '.', sizeof b);
  strncpy(b, "hey", 8);
  for (int i = 0; i < 16; i++) putchar(b[i] ? b[i] : '0');
  putchar('\n');
  memmove(a + 3, a, 6);
  printf("%s\n", a);
  memmove(a, a + 2, 5);
  printf("%s\n", a);
  printf("%d %d\n", sgn(memcmp("abc\0x", "abc\0y", 5)), memcmp("same", "same", 4));
  printf("%ld\n", (long)((char *)memchr(a, 'l', 8) - a));
  char list[] = "one,two;;three , four";
  for (char *t = strtok(list, ",; "); t; t = strtok(NULL, ",; ")) printf("[%s]", t);
  putchar('\n');
  char c[8];
  char *e = stpcpy(c, "abc");
  printf("%ld %s\n", (long)(e - c), c);
  printf("%zu\n", strnlen("longer than", 4));
  return 0;
}
