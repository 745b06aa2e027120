// The paper's HWM: a string that contains Hello, World, At, Microsoft!, each anywhere.
//@ verdict: reachable
//@ time: 120s
#ifndef N
#define N 64
#endif
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
char A[N];
int main(void) {
  klee_make_symbolic(A, sizeof A, "A");
  A[N - 1] = 0;
  static const char W0[] = "Hello";
  int w0 = 0;
  for (int i = 0; A[i] != 0; ++i) {
    int j = i, k = 0;
    while (W0[k] != 0 && A[j] != 0 && A[j] == W0[k]) {
      ++j;
      ++k;
    }
    if (W0[k] == 0) {
      w0 = 1;
      break;
    }
    if (A[j] == 0) break;
  }
  static const char W1[] = "World";
  int w1 = 0;
  for (int i = 0; A[i] != 0; ++i) {
    int j = i, k = 0;
    while (W1[k] != 0 && A[j] != 0 && A[j] == W1[k]) {
      ++j;
      ++k;
    }
    if (W1[k] == 0) {
      w1 = 1;
      break;
    }
    if (A[j] == 0) break;
  }
  static const char W2[] = "At";
  int w2 = 0;
  for (int i = 0; A[i] != 0; ++i) {
    int j = i, k = 0;
    while (W2[k] != 0 && A[j] != 0 && A[j] == W2[k]) {
      ++j;
      ++k;
    }
    if (W2[k] == 0) {
      w2 = 1;
      break;
    }
    if (A[j] == 0) break;
  }
  static const char W3[] = "Microsoft!";
  int w3 = 0;
  for (int i = 0; A[i] != 0; ++i) {
    int j = i, k = 0;
    while (W3[k] != 0 && A[j] != 0 && A[j] == W3[k]) {
      ++j;
      ++k;
    }
    if (W3[k] == 0) {
      w3 = 1;
      break;
    }
    if (A[j] == 0) break;
  }
  if (w0 == 1 && w1 == 1 && w2 == 1 && w3 == 1)
    target();
  return 0;
}
