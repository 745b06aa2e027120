// K calls of a function of three paths: 3^K paths of the program, three of the function.
//@ define: K 8 32 64
//@ dart: no
//@ target: never
//@ verdict: unreachable
int klee_int(const char *);
#ifndef K
#define K 8
#endif
int sign(int x) {
  if (x > 0)
    return 1;
  if (x < 0)
    return -1;
  return 0;
}
void never(void) {}
int main(void) {
  int sum = 0;
  for (int k = 0; k < K; k++)
    sum += sign(klee_int("x"));
  if (sum > K)
    never();
  return 0;
}
