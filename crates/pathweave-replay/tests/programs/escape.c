#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
  int code = 0;
  if (argc > 1 && open(argv[1], O_CREAT | O_WRONLY, 0600) >= 0)
    code |= 1;
  if (argc > 2 && truncate(argv[2], 0) == 0)
    code |= 2;
  if (argc > 2 && (unlink(argv[2]) == 0 || chmod(argv[2], 0777) == 0))
    code |= 4;
  if (socket(AF_INET, SOCK_STREAM, 0) >= 0)
    code |= 8;
  if (setsid() >= 0)
    code |= 16;
  FILE *own = fopen("own", "w");
  if (!own || fputs("mine", own) < 0 || fclose(own) != 0)
    code |= 32;
  if (open("/dev/null", O_WRONLY) < 0)
    code |= 64;
  return code;
}
