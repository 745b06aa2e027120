// Recursive descent over an arithmetic expression: digits, + - * / and parentheses.
// Grows: the paths with the shapes of expressions in N characters, about 5 times per character.
// Size: N, the number of characters.
//@ paths-at: N=1 5
//@ paths-at: N=2 22
//@ paths-at: N=3 81
//@ domain: text/1: 0..255
#ifndef N
#define N 6
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

static char text[N + 1];
static int at, failed;

static int expression(void);

static int number(void) {
  int value = 0, digits = 0;
  while (text[at] >= '0' && text[at] <= '9') {
    value = value * 10 + (text[at] - '0');
    at++;
    digits++;
  }
  if (digits == 0)
    failed = 1;
  return value;
}

static int factor(void) {
  if (failed)
    return 0;
  if (text[at] == '-') {
    at++;
    return -factor();
  }
  if (text[at] == '(') {
    at++;
    int value = expression();
    if (text[at] == ')')
      at++;
    else
      failed = 1;
    return value;
  }
  return number();
}

static int product(void) {
  int value = factor();
  while (!failed && (text[at] == '*' || text[at] == '/')) {
    char operator = text[at++];
    int right = factor();
    if (operator == '*')
      value *= right;
    else if (right == 0)
      failed = 1;
    else
      value /= right;
  }
  return value;
}

static int expression(void) {
  int value = product();
  while (!failed && (text[at] == '+' || text[at] == '-')) {
    char operator = text[at++];
    int right = product();
    value = operator == '+' ? value + right : value - right;
  }
  return value;
}

int main(void) {
  char input[N];
  klee_make_symbolic(input, sizeof input, "text");
  for (int i = 0; i < N; i++)
    text[i] = input[i];
  text[N] = 0;
  int value = expression();
  if (failed || text[at] != 0)
    return 1;
  if (value == 42)
    return 2;
  return 0;
}
