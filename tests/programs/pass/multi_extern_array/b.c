#include "shared.h"
int numbers[] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5};
const char *const names[] = {"north", "east", "south", "west"};
const int names_len = sizeof names / sizeof *names;
int numbers_len(void) { return (int)(sizeof numbers / sizeof *numbers); }
struct point origin = {10, 20};
void shift(struct point *p, int by) { p->x += by; p->y -= by; }
static int twice(int x) { return x * 2; }
static int cube(int x) { return x * square(x); }
int (*const op_table[])(int) = {twice, cube};
