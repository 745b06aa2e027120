// 5 = both upper bytes zero; byte 2 set, or only byte 3, each with the low half equal to 1 or not.
//@ paths: 5
//@ domain: u: 0 1 0x10001 0x10002 0x20001 0x1000001 0x1000002 -1
union word {
  unsigned whole;
  unsigned short half[2];
  unsigned char byte[4];
};
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  union word u;
  klee_make_symbolic(&u, sizeof u, "u");
  if (u.byte[2] == 0 && u.byte[3] == 0)
    return 0;
  if (u.half[0] == 1)
    return 1;
  return 2;
}
