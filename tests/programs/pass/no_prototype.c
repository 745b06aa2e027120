// Functions without a prototype: of the C library, of the program, with and without a body in sight.
//@ cflags: -std=gnu89 -Wno-implicit-function-declaration -Wno-implicit-int
//@ exit: 3
int printf();
char *strcpy();
unsigned long strlen();
int strcmp();
int setjmp();
void longjmp();
static int pick();
static char text[16];
static long room[40];
static long add(a, b, c) int a; char b; long c; { return a + b + c; }
static int (*chosen)() = pick;
static int pick(p, n) char *p; int n; { return p[n]; }
int main() {
  volatile int tries = 0;
  int v = setjmp(room);
  printf("%d %d\n", v, tries);
  if (tries++ < 3)
    longjmp(room, tries);
  strcpy(text, "abcd");
  printf("%s %d %d\n", text, (int)strlen(text), strcmp(text, "abcd") == 0);
  printf("%ld %d %d\n", add(1, 2, 3L), pick(text, 1), chosen(text, 2));
  return v;
}
