// 5 = four cases far apart and the default.
//@ paths: 5
//@ domain: int: 7 -1000000 2147483647 65536 0
int __VERIFIER_nondet_int(void);
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 7: return 1;
  case -1000000: return 2;
  case 2147483647: return 3;
  case 65536: return 4;
  }
  return 0;
}
