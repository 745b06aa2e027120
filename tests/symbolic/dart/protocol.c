// Two parties, three message kinds, a session key learnt only by the right order: a small version of the attack
// searches of the DART paper.
// 76: with k rounds left N0(k) = N1(k-1) + 3*N0(k-1), N1(k) = 4*N1(k-1) + N2(k-1), N2(k) = N1(k-1) + 4*N2(k-1) by
// stage, N(0) = 1: N0(3) = 25 + 3*17.
//@ verdict: explored
//@ paths: 76
//@ bugs: assertion-failure
//@ domain: kind: 0..4
//@ domain: nonce: 0 41 42 43 255
#include <assert.h>
void klee_make_symbolic(void *, unsigned long, const char *);
enum { hello = 1, answer = 2, confirm = 3 };
static int stage, secret_known;
static void receive(unsigned char kind, unsigned char nonce) {
  if (kind == hello) {
    stage = 1;
  } else if (kind == answer) {
    if (stage == 1 && nonce == 42)
      stage = 2;
  } else if (kind == confirm) {
    if (stage == 2 && nonce == 43)
      secret_known = 1;
  }
}
int main(void) {
  for (int i = 0; i < 3; i++) {
    unsigned char kind, nonce;
    klee_make_symbolic(&kind, 1, "kind");
    klee_make_symbolic(&nonce, 1, "nonce");
    receive(kind, nonce);
  }
  assert(!secret_known); //~ BUG assertion-failure
  return 0;
}
