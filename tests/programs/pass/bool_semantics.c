// _Bool: conversion to one or zero, arithmetic, bit-fields, short circuits.
#include <stdbool.h>
#include <stdio.h>
static int calls;
static bool note(bool v) { calls++; return v; }
struct b { bool a : 1, b : 1; bool c; };
int main(void) {
  bool x = 256, y = 0.5, z = (bool)"text", w = 0;
  printf("%d %d %d %d %zu\n", x, y, z, w, sizeof x);
  printf("%d %d %d\n", x + y, -x, x << 3);
  x++;
  printf("%d ", x);
  x -= 1;
  printf("%d ", x);
  x -= 1;
  printf("%d\n", x);
  w |= 2;
  printf("%d\n", w);
  printf("%d %d\n", note(0) && note(1), calls);
  printf("%d %d\n", note(1) || note(0), calls);
  printf("%d %d\n", note(0) & note(1), calls);
  printf("%d\n", (note(1) ? note(0) : note(1)) == false);
  struct b s = {.a = 5, .c = -1};
  printf("%d %d %d\n", s.a, s.b, s.c);
  bool arr[4] = {1, [2] = true};
  int n = 0;
  for (int i = 0; i < 4; i++) n = n * 2 + arr[i];
  printf("%d %d %d\n", n, !!n, !n == false);
  unsigned char raw = *(unsigned char *)&arr[0];
  printf("%d\n", raw);
  return 0;
}
