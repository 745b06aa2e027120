// A menu with accounts: open, deposit, withdraw, transfer, close, under N symbolic requests.
// Grows: exponentially in the rounds; merging at the end of a round would keep it flat.
// Size: N, the number of requests.
//@ paths-at: N=1 13
//@ domain: command: 0..255
//@ domain: from: 0..4 255
//@ domain: amount: 0 1 9 50 100 101 255
#include <assert.h>
#ifndef N
#define N 4
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

struct account {
  int open;
  unsigned balance;
};
static struct account accounts[2];
static unsigned total;

static int request(unsigned char command, unsigned char which, unsigned char amount) {
  struct account *a;
  if (which == 0)
    a = &accounts[0];
  else if (which == 1)
    a = &accounts[1];
  else
    return -1;
  struct account *other = a == &accounts[0] ? &accounts[1] : &accounts[0];
  switch (command) {
  case 'o':
    if (a->open)
      return -2;
    a->open = 1;
    return 0;
  case 'd':
    if (!a->open)
      return -3;
    a->balance += amount;
    total += amount;
    return 0;
  case 'w':
    if (!a->open || a->balance < amount)
      return -4;
    a->balance -= amount;
    total -= amount;
    return 0;
  case 't':
    if (!a->open || !other->open || a->balance < amount)
      return -5;
    a->balance -= amount;
    other->balance += amount;
    return 0;
  case 'c':
    if (!a->open || a->balance != 0)
      return -6;
    a->open = 0;
    return 0;
  default: return -7;
  }
}

int main(void) {
  int refused = 0;
  for (int i = 0; i < N; i++) {
    unsigned char command, from, amount;
    klee_make_symbolic(&command, 1, "command");
    klee_make_symbolic(&from, 1, "from");
    klee_make_symbolic(&amount, 1, "amount");
    if (request(command, from, amount) < 0)
      refused++;
    assert(accounts[0].balance + accounts[1].balance == total);
  }
  return refused;
}
