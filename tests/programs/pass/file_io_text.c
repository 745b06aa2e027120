//@ files: yes
// Write a text file, read it back by line and by character, append, seek.
#include <stdio.h>
#include <string.h>
int main(void) {
  FILE *f = fopen("out.txt", "w");
  if (!f) { printf("cannot write\n"); return 1; }
  for (int i = 0; i < 5; i++) fprintf(f, "line %d %s\n", i, i % 2 ? "odd" : "even");
  fputs("tail", f);
  printf("%ld\n", ftell(f));
  printf("%d\n", fclose(f));
  f = fopen("out.txt", "a");
  fputc('!', f);
  fclose(f);
  f = fopen("out.txt", "r");
  char line[40];
  while (fgets(line, sizeof line, f)) { line[strcspn(line, "\n")] = 0; printf("<%s>", line); }
  printf("\n%d\n", feof(f) != 0);
  rewind(f);
  int n = 0;
  for (int c; (c = fgetc(f)) != EOF;) n += c;
  printf("%d\n", n);
  fseek(f, 5, SEEK_SET);
  printf("%c ", fgetc(f));
  fseek(f, -5, SEEK_END);
  printf("%s\n", fgets(line, sizeof line, f));
  fclose(f);
  printf("%d\n", fopen("missing.txt", "r") == NULL);
  return 0;
}
