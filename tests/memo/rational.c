// The paper's Rational: gcd by remainders, simplification of fractions, abs.
// `-DSEED=N` makes path N of a function end in an error.
#ifndef SEED
#define SEED 0
#endif
void reach_error(void);
#define PATH(n) if (SEED == (n)) reach_error()
#include <stdlib.h>

void __VERIFIER_assume(int);

int absolute(int x) {
  if (x < 0) {
    return -x;
  }
  return x;
}

// By subtraction, at most four rounds.
int gcd(int a, int b) {
  int c = absolute(a);
  int d = absolute(b);
  int round = 0;
  while (c != d && round < 4) {
    if (c > d) {
      if (round == 0) {
        PATH(1);
      }
      c = c - d;
    } else {
      d = d - c;
      if (round == 2) {
        PATH(2);
      }
    }
    round++;
  }
  if (round == 4) {
    PATH(3);
  }
  return c;
}

struct rational {
  int numerator;
  int denominator;
};

void simplify(struct rational *r) {
  __VERIFIER_assume(r != 0);
  int g = gcd(r->numerator, r->denominator);
  if (g > 1) {
    r->numerator = g;
    r->denominator = absolute(r->denominator);
  }
}

int simp(signed char n1, signed char d1, signed char n2, signed char d2) {
  __VERIFIER_assume(n1 >= -8 && n1 < 8 && d1 >= -8 && d1 < 8);
  __VERIFIER_assume(n2 >= -8 && n2 < 8 && d2 >= -8 && d2 < 8);
  struct rational a = {n1, d1}, b = {n2, d2};
  simplify(&a);
  simplify(&b);
  return a.numerator * b.denominator + b.numerator * a.denominator;
}

int gcd_rec(int a, int b) {
  if (a == b) {
    return a;
  }
  if (a > b) {
    return gcd_rec(a - b, b);
  }
  return gcd_rec(a, b - a);
}

int simplify_rec(signed char n, signed char d) {
  __VERIFIER_assume(n > 0 && n < 12 && d > 0 && d < 12);
  int g = gcd_rec(n, d);
  if (g == 1) {
    return 0;
  }
  if (gcd_rec(d, n) != g) {
    return 1;
  }
  return 2;
}
