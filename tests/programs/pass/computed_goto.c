// Labels as values: a threaded interpreter with a table of block addresses.
#include <stdio.h>
enum { PUSH, ADD, MUL, DUP, SWAP, JNZ, DEC, PRINT, HALT };
static long run(const int *code) {
  static const void *const ops[] = {&&push, &&add, &&mul, &&dup, &&swap, &&jnz, &&dec, &&print, &&halt};
  long stack[16], *sp = stack, steps = 0;
  const int *pc = code;
#define NEXT do { steps++; goto *ops[*pc++]; } while (0)
  NEXT;
push: *sp++ = *pc++; NEXT;
add: sp--; sp[-1] += sp[0]; NEXT;
mul: sp--; sp[-1] *= sp[0]; NEXT;
dup: sp[0] = sp[-1]; sp++; NEXT;
swap: { long t = sp[-1]; sp[-1] = sp[-2]; sp[-2] = t; } NEXT;
jnz: if (sp[-1]) pc = code + *pc; else pc++; NEXT;
dec: sp[-1]--; NEXT;
print: printf("%ld\n", sp[-1]); NEXT;
halt: return steps;
}
int main(void) {
  // factorial of 12: acc n -- loop: acc*n, n-1
  const int fact[] = {PUSH, 1, PUSH, 12, DUP, PUSH, 0, ADD, SWAP, PUSH, 0, ADD, JNZ, 16, HALT, HALT, PRINT, HALT};
  printf("%ld\n", run(fact));
  const int tri[] = {PUSH, 2, PUSH, 3, MUL, DUP, ADD, PRINT, DEC, JNZ, 7, HALT};
  printf("%ld\n", run(tri));
  return 0;
}
