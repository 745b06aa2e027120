// Mutual recursion, Ackermann, Hofstadter sequences.
#include <stdio.h>
static int is_odd(unsigned n);
static int is_even(unsigned n) { return n == 0 ? 1 : is_odd(n - 1); }
static int is_odd(unsigned n) { return n == 0 ? 0 : is_even(n - 1); }
static int ack(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ack(m - 1, 1) : ack(m - 1, ack(m, n - 1)); }
static int male(int n);
static int female(int n) { return n == 0 ? 1 : n - male(female(n - 1)); }
static int male(int n) { return n == 0 ? 0 : n - female(male(n - 1)); }
static int hofg(int n) { return n == 0 ? 0 : n - hofg(hofg(n - 1)); }
static long calls;
static long fib(int n) { calls++; return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
  printf("%d %d %d\n", is_even(100), is_odd(77), is_even(31));
  printf("%d %d %d\n", ack(1, 5), ack(2, 4), ack(2, 9));
  for (int i = 0; i < 16; i++) printf("%d/%d ", female(i), male(i));
  printf("\n");
  for (int i = 0; i < 20; i++) printf("%d ", hofg(i));
  printf("\n%ld %ld\n", fib(17), calls);
  return 0;
}
