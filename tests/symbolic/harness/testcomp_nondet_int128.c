// 2 = a value above 2^100 or not: the upper half is symbolic too.
//@ verdict: explored
//@ paths: 2
//@ count: no
extern __int128 __VERIFIER_nondet_int128(void);
int main(void) {
  __int128 x = __VERIFIER_nondet_int128();
  if (x > (__int128)1 << 100)
    return 1;
  return 0;
}
