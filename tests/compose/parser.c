// TACAS 2008, "Parser": a program in a small language: `program` and a name, optional functions, then
// `begin`, statements, `end`. The target is a successful parse.
//@ target: target
//@ verdict: reachable
//@ strategies: demand
//@ executions: demand <=144
//@ dart: no
void klee_make_symbolic(void *, unsigned long, const char *);
#define N 24
static char text[N + 1];
static int at;
static int keyword(const char *word) {
  int k = 0;
  while (word[k] != 0) {
    if (text[at + k] != word[k])
      return 0;
    k++;
  }
  at += k;
  return 1;
}
static int space(void) {
  if (text[at] != ' ')
    return 0;
  at++;
  return 1;
}
static int name(void) {
  int n = 0;
  while (text[at] >= 'a' && text[at] <= 'z') {
    at++;
    n++;
  }
  return n > 0;
}
static int function(void) {
  if (!keyword("fn"))
    return 0;
  return space() && name() && space();
}
static int statement(void) {
  if (text[at] < 'a' || text[at] > 'z')
    return 0;
  at++;
  if (text[at] != ';')
    return 0;
  at++;
  return 1;
}
static int parse(void) {
  if (!keyword("program") || !space() || !name() || !space())
    return 0;
  while (text[at] == 'f')
    if (!function())
      return 0;
  if (!keyword("begin") || !space())
    return 0;
  while (text[at + 1] == ';')
    if (!statement())
      return 0;
  return keyword("end");
}
void target(void) {}
int main(void) {
  klee_make_symbolic(text, N, "text");
  if (parse())
    target();
  return 0;
}
