// A destructor runs when a callee exits.
//@ target: error
//@ code: 0
int klee_int(const char *);
void exit(int); 
void __assert_fail(const char*,const char*,unsigned,const char*);
int G;
__attribute__((destructor)) void h(void) { if (G == 3) __assert_fail("t","b",1,"m"); }
int fin(int y) { if (y > 4) exit(1); return y; }
int main(void) {
  int x = klee_int("x");
  G = 3;
  fin(x);
  G = 0;
  return 0;
}
