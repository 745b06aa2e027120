// A Brainfuck interpreter with a jump table, and a program that prints.
#include <stdio.h>
#include <string.h>
static int run(const char *src, const char *in) {
  static unsigned char tape[3000];
  int jump[400], stack[50], sp = 0, n = (int)strlen(src), steps = 0;
  memset(tape, 0, sizeof tape);
  for (int i = 0; i < n; i++) { if (src[i] == '[') stack[sp++] = i; else if (src[i] == ']') { int j = stack[--sp]; jump[i] = j; jump[j] = i; } }
  unsigned char *p = tape + 1;
  for (int pc = 0; pc < n; pc++, steps++)
    switch (src[pc]) {
    case '>': p++; break; case '<': p--; break; case '+': ++*p; break; case '-': --*p; break;
    case '.': putchar(*p); break; case ',': *p = (unsigned char)*in; if (*in) in++; break;
    case '[': if (!*p) pc = jump[pc]; break; case ']': if (*p) pc = jump[pc]; break;
    }
  return steps;
}
int main(void) {
  printf("%d\n", run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", ""));
  printf("\n%d\n", run(",[>,]<[.<]", "reversed by tape"));
  printf("%d\n", run("+++++[>+++++[>++++>++<<-]<-]>>+++.>-.", ""));
  return 0;
}
