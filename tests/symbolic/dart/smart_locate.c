// SMART, section 4: locate and top on a string of at most n = 4 characters.
// 12 = not found: the end at 0..4 (5); found at 0..2, the next character ':' or not (6); found at 3 (1). The
// paper's 3n - 1 leaves out the path on which all n characters differ from both the key and zero.
//@ verdict: explored
//@ paths: 12
//@ domain: input/1: 0 'a' ':' 'x'
void klee_make_symbolic(void *, unsigned long, const char *);
static int locate(char *s, int c) {
  int i = 0;
  while (s[i] != c) {
    if (s[i] == 0)
      return -1;
    i++;
  }
  return i;
}
static int top(char *input) {
  int z;
  z = locate(input, 'a');
  if (z == -1)
    return -1; //~ TARGET
  if (input[z + 1] != ':')
    return 1; //~ TARGET
  return 0;   //~ TARGET
}
int main(void) {
  char input[5];
  klee_make_symbolic(input, sizeof input, "input");
  input[4] = 0;
  return top(input);
}
