// Compares two strings of at most two characters.
// Position i is reached with equal non-zero characters before it. At i=0,1: differ (a non-zero), differ
// (a zero, loop ends by *a), equal zero: the loop test `*a && *a == *b` has 3 outcomes: a==0, a!=b, go on.
// After it one branch orders the characters: a==0: (b==0: equal) or (b>0: less) ; a!=b: less or greater.
// 4 ends at i=0, 4 at i=1, at i=2 both are zero: 1. Total 9.
//@ paths: 9
//@ domain: a/1: 0 1 2 3 255
//@ domain: b/1: 0 1 2 3 255
void klee_make_symbolic(void *, unsigned long, const char *);
static int compare(const char *a, const char *b) {
  while (*a && *a == *b)
    a++, b++;
  if ((unsigned char)*a < (unsigned char)*b)
    return -1;
  return (unsigned char)*a > (unsigned char)*b;
}
int main(void) {
  char a[3], b[3];
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  a[2] = b[2] = 0;
  return compare(a, b);
}
