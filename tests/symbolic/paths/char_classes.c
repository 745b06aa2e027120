// 8 = below '0'; digit; '9'<c<'A'; A-Z; 'Z'<c<'a' but '_'; '_'; a-z; above 'z': every range has a sequence
// of short-circuit outcomes of its own.
//@ paths: 8
//@ domain: c: 0..255
void klee_make_symbolic(void *, unsigned long, const char *);
static int class_of(unsigned char c) {
  if (c >= '0' && c <= '9')
    return 1;
  if (c >= 'a' && c <= 'z')
    return 2;
  if (c >= 'A' && c <= 'Z')
    return 3;
  if (c == '_')
    return 4;
  return 0;
}
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  return class_of(c);
}
