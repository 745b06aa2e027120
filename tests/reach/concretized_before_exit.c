// A number was concretized before a callee ends the program.
//@ target: error
//@ code: 3
int klee_int(const char *);
int klee_get_value_i32(int);
void exit(int);
void __assert_fail(const char*,const char*,unsigned,const char*);
void fin(int y) { if (y > 4) exit(1); exit(2); }
int main(void) {
  int x = klee_int("x");
  int v = klee_get_value_i32(x);
  if (v == 1234) __assert_fail("t","b",1,"m");
  fin(x);
  return 0;
}
