// Objects of several sizes, two of them under one name; an array inside a structure.
// 8 = x, y and the last byte of the array are tested once each.
//@ verdict: explored
//@ paths: 8
//@ domain: v: 0 5
//@ domain: packet/1: 0 1
struct packet {
  char text[3];
};
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  int x, n = 0;
  short y;
  struct packet p;
  klee_make_symbolic(&x, sizeof x, "v");
  klee_make_symbolic(&y, sizeof y, "v");
  klee_make_symbolic(&p, sizeof p, "packet");
  if (x == 5)
    n += 1;
  if (y == 5)
    n += 2;
  if (p.text[2])
    n += 4;
  return n;
}
