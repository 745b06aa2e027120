// The paper's BankAccount: deposits and withdrawals on one account, in a loop of commands.
// `-DSEED=N` makes path N of a function end in an error.
#ifndef SEED
#define SEED 0
#endif
void reach_error(void);
#define PATH(n) if (SEED == (n)) reach_error()
struct account {
  int balance;
  int withdrawals;
};

int deposit(struct account *a, int amount) {
  if (amount > 0) {
    a->balance = a->balance + amount;
    return 1;
  }
  return 0;
}

int withdraw(struct account *a, int amount) {
  if (amount > a->balance) {
    PATH(1);
    return 0;
  }
  if (a->withdrawals >= 3) {
    PATH(2);
    return 0;
  }
  a->balance = a->balance - amount;
  a->withdrawals++;
  PATH(3);
  return 1;
}

int bank(int balance, int withdrawals, int c1, int x1, int c2, int x2, int c3, int x3) {
  struct account a = {balance, withdrawals};
  int done = 0;
  if (c1) done += deposit(&a, x1); else done += withdraw(&a, x1);
  if (c2) done += deposit(&a, x2); else done += withdraw(&a, x2);
  if (c3) done += deposit(&a, x3); else done += withdraw(&a, x3);
  done += withdraw(&a, x1);
  done += deposit(&a, x2);
  return done;
}
