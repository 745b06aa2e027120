// errno: set by the library, kept otherwise, strerror and perror text.
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  errno = 0;
  FILE *f = fopen("/nonexistent/dir/file", "r");
  printf("%d %d\n", f == NULL, errno == ENOENT || errno == EACCES);
  errno = 0;
  strtol("123", NULL, 10);
  printf("%d\n", errno);
  strtol("99999999999999999999999", NULL, 10);
  printf("%d\n", errno == ERANGE);
  errno = 5;
  printf("%zu %d\n", strlen("abc"), errno);
  printf("%s\n", strerror(ENOENT));
  printf("%s\n", strerror(EINVAL));
  int *p = &errno;
  *p = 7;
  printf("%d\n", errno);
  return 0;
}
