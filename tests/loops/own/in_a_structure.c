// A parser whose position is in a structure: thirty separators, then a bang.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
struct parser { const char *text; int at, fields; };
char s[96];
static void skip(struct parser *p) {
  while (p->text[p->at] == ',') {
    p->at++;
    p->fields++;
  }
}
int main(void) {
  klee_make_symbolic(s, sizeof s, "s");
  s[95] = 0;
  struct parser p = {s, 0, 0};
  skip(&p);
  if (p.fields == 30 && s[p.at] == '!') target();
  return 0;
}
