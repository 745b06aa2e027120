// Half of the word was set, the other half is in the difference.
//@ target: error
//@ code: 0
int klee_int(const char *);
int main(void) {
  unsigned short word;
  *(unsigned char *)&word = (unsigned char)klee_int("c");
  if ((word ^ word) == 0) return 1;
  return 2;
}
