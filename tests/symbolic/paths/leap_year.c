// 4 = not by 4; by 4 not by 100; by 100 not by 400; by 400.
//@ paths: 4
//@ domain: ushort: 0..65535
unsigned short __VERIFIER_nondet_ushort(void);
int main(void) {
  unsigned short year = __VERIFIER_nondet_ushort();
  if (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0))
    return 29;
  return 28;
}
