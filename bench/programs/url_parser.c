// user@host:port/path?query, every part but the host optional.
// Grows: with the characters, by the class of each and by where the parts end.
// Size: N, the number of characters.
//@ paths-at: N=1 12
//@ paths-at: N=2 92
//@ paths-at: N=3 572
//@ domain: text/1: 0..255
#include <assert.h>
#ifndef N
#define N 6
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

struct url {
  int host, host_end, port, path, query;
};

static int alphabetic(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
static int digit(char c) {
  return c >= '0' && c <= '9';
}

static int parse(const char *s, struct url *u) {
  int i = 0;
  u->port = u->path = u->query = -1;
  u->host = 0;
  for (int k = 0; k < N && s[k] && s[k] != '/'; k++)
    if (s[k] == '@')
      u->host = k + 1;
  i = u->host;
  while (alphabetic(s[i]) || digit(s[i]) || s[i] == '.' || s[i] == '-')
    i++;
  if (i == u->host)
    return 1;
  u->host_end = i;
  if (s[i] == ':') {
    int port = 0, digits = 0;
    i++;
    while (digit(s[i]) && digits < 5) {
      port = port * 10 + (s[i] - '0');
      i++;
      digits++;
    }
    if (digits == 0 || port > 65535)
      return 2;
    u->port = port;
  }
  if (s[i] == '/') {
    u->path = i;
    while (s[i] && s[i] != '?')
      i++;
  }
  if (s[i] == '?') {
    u->query = i + 1;
    while (s[i])
      i++;
  }
  if (s[i] != 0)
    return 3;
  return 0;
}

int main(void) {
  char input[N], text[N + 1];
  struct url u;
  klee_make_symbolic(input, sizeof input, "text");
  for (int i = 0; i < N; i++)
    text[i] = input[i];
  text[N] = 0;
  int result = parse(text, &u);
  if (result == 0)
    assert(u.host < u.host_end && u.host_end <= N && u.port <= 65535);
  return result;
}
