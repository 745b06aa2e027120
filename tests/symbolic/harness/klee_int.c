// 3 = negative, zero, positive.
//@ verdict: explored
//@ paths: 3
//@ domain: number: -1 0 1
int klee_int(const char *);
int main(void) {
  int x = klee_int("number");
  if (x < 0)
    return 1;
  if (x == 0)
    return 2;
  return 0;
}
