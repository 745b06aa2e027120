// An out parameter that is set on one path only.
//@ target: error
//@ code: 0
int klee_int(const char *);
void init(int *p, int c) { if (c < 5) *p = 5; }
int main(void) {
  int u; int c = klee_int("c");
  init(&u, c);
  int k = 0;
  if (u == 5) k = 1;
  return k;
}
