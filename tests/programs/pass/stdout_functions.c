// puts, putchar, fputs, fwrite, fprintf to both streams, setvbuf, fflush.
#include <stdio.h>
#include <string.h>
int main(void) {
  puts("puts adds a newline");
  putchar('c');
  putc('d', stdout);
  fputc('\n', stdout);
  fputs("fputs does not\n", stdout);
  printf("%zu\n", fwrite("block of text\n", 1, 14, stdout));
  fprintf(stdout, "%s %d\n", "fprintf", 1);
  fprintf(stderr, "this goes to standard error\n");
  fflush(stdout);
  fflush(NULL);
  printf("%d %d\n", putchar('\n'), puts("") >= 0);
  printf("%d\n", printf("twelve chars"));
  char z[] = {'a', 0, 'b', '\n'};
  fwrite(z, 1, sizeof z, stdout);
  printf("no newline at the end");
  return 0;
}
