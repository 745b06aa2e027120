// A decoder of records: type, length, value; a record of type 3 after twelve of type 1.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
unsigned char p[128];
int main(void) {
  klee_make_symbolic(p, sizeof p, "p");
  int at = 0, ones = 0;
  while (at + 2 <= 128) {
    int type = p[at], length = p[at + 1];
    if (type == 0) break;
    if (type == 3) {
      if (ones >= 12) target();
      break;
    }
    if (type == 1) ones++;
    if (length > 6) return 0;
    at += 2 + length;
  }
  return 0;
}
