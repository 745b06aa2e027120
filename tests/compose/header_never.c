// The near miss of header.c: the callee refuses such a length.
//@ target: target
//@ verdict: unreachable
void klee_make_symbolic(void *, unsigned long, const char *);
struct header {
  unsigned short kind;
  unsigned length;
};
int parse(const unsigned char *p, struct header *h) {
  if (p[0] != 'P')
    return -1;
  h->kind = p[1];
  h->length = p[2] | p[3] << 8;
  if (h->length > 1000)
    return -2;
  return 0;
}
void target(void) {}
int main(void) {
  unsigned char data[4];
  struct header h = {0, 0};
  klee_make_symbolic(data, sizeof data, "data");
  if (parse(data, &h) == 0 && h.kind == 7 && h.length == 1001)
    target();
  return 0;
}
