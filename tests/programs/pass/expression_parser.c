// Recursive descent with precedence, variables, unary operators and errors.
#include <ctype.h>
#include <stdio.h>
#include <setjmp.h>
static const char *s;
static jmp_buf fail;
static long vars[26];
static long expr(int level);
static void ws(void) { while (*s == ' ') s++; }
static long atom(void) {
  ws();
  if (*s == '(') { s++; long v = expr(0); ws(); if (*s++ != ')') longjmp(fail, 1); return v; }
  if (*s == '-') { s++; return -atom(); }
  if (*s == '!') { s++; return !atom(); }
  if (isdigit((unsigned char)*s)) { long v = 0; while (isdigit((unsigned char)*s)) v = v * 10 + *s++ - '0'; return v; }
  if (islower((unsigned char)*s)) return vars[*s++ - 'a'];
  longjmp(fail, 2);
}
static const char *const ops[] = {"|", "&", "<>", "+-", "*/%"};
static int is_in(char c, const char *set) { for (; *set; set++) if (*set == c) return 1; return 0; }
static long expr(int level) {
  if (level == 5) return atom();
  long v = expr(level + 1);
  for (;;) {
    ws();
    if (!*s || !is_in(*s, ops[level])) return v;
    char op = *s++;
    long w = expr(level + 1);
    switch (op) {
    case '|': v = v || w; break; case '&': v = v && w; break;
    case '<': v = v < w; break; case '>': v = v > w; break;
    case '+': v += w; break; case '-': v -= w; break; case '*': v *= w; break;
    default: if (!w) longjmp(fail, 3); v = op == '/' ? v / w : v % w;
    }
  }
}
int main(void) {
  const char *in[] = {"1 + 2 * 3", "(1+2)*3", "-4 - -5", "10 - 3 - 2", "100 / 7 % 5", "a * b + c", "1 < 2 & 3 > 4 | !0", "2 * (3 + ", "7 / (a - a)", "((((((9))))))", "1 + $", "8 % 3 * 2"};
  vars[0] = 6; vars[1] = 7; vars[2] = -2;
  for (unsigned i = 0; i < sizeof in / sizeof *in; i++) {
    s = in[i];
    int e = setjmp(fail);
    if (e) printf("%s: error %d\n", in[i], e);
    else printf("%s = %ld\n", in[i], expr(0));
  }
  return 0;
}
