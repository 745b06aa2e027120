// A stack machine runs symbolic bytecode for a bounded number of steps.
// Grows: by the instructions, ten per byte, and by jumps.
// Size: N, the number of bytes of code; 2 * N steps.
//@ paths-at: N=1 11
//@ paths-at: N=2 11
//@ domain: code/1: 0..255
#include <assert.h>
#ifndef N
#define N 4
#endif
#define DEPTH 4
void klee_make_symbolic(void *, unsigned long, const char *);

enum instruction { halt, push, add, multiply, subtract, duplicate, swap, jump_if_zero, drop, equal };

static int execute(const unsigned char *code, int *result) {
  int stack[DEPTH] = {0}, top = 0, pc = 0;
  for (int steps = 0; steps < 2 * N; steps++) {
    if (pc >= N)
      return 1;
    int a, b;
    switch (code[pc++]) {
    case halt:
      *result = top ? stack[top - 1] : 0;
      return 0;
    case push:
      if (pc >= N || top == DEPTH)
        return 2;
      stack[top++] = code[pc++];
      break;
    case add:
      if (top < 2)
        return 3;
      b = stack[--top], a = stack[--top];
      stack[top++] = (int)((unsigned)a + (unsigned)b);
      break;
    case multiply:
      if (top < 2)
        return 3;
      b = stack[--top], a = stack[--top];
      stack[top++] = (int)((unsigned)a * (unsigned)b);
      break;
    case subtract:
      if (top < 2)
        return 3;
      b = stack[--top], a = stack[--top];
      stack[top++] = (int)((unsigned)a - (unsigned)b);
      break;
    case duplicate:
      if (top < 1 || top == DEPTH)
        return 3;
      stack[top] = stack[top - 1];
      top++;
      break;
    case swap:
      if (top < 2)
        return 3;
      a = stack[top - 1];
      stack[top - 1] = stack[top - 2];
      stack[top - 2] = a;
      break;
    case jump_if_zero:
      if (top < 1)
        return 3;
      if (stack[--top] == 0)
        pc = 0;
      break;
    case drop:
      if (top < 1)
        return 3;
      top--;
      break;
    case equal:
      if (top < 2)
        return 3;
      b = stack[--top], a = stack[--top];
      stack[top++] = a == b;
      break;
    default: return 4;
    }
    assert(top >= 0 && top <= DEPTH);
  }
  return 5;
}

int main(void) {
  unsigned char code[N];
  int result = 0;
  klee_make_symbolic(code, sizeof code, "code");
  int status = execute(code, &result);
  if (status == 0 && result == 9)
    return 10;
  return status;
}
