// A tokenizer for a C-like language over a text with every kind of token.
#include <ctype.h>
#include <stdio.h>
#include <string.h>
enum tok { T_END, T_IDENT, T_KEY, T_NUM, T_STR, T_CHAR, T_OP, T_BAD };
static const char *const names[] = {"end", "ident", "key", "num", "str", "char", "op", "bad"};
static const char *const keys[] = {"if", "else", "while", "return", "int", NULL};
static const char *const ops[] = {"<<=", ">>=", "...", "==", "!=", "<=", ">=", "&&", "||", "->", "++", "--", "<<", ">>", "+=", NULL};
static int line = 1;
static enum tok next(const char **pp, char *out) {
  const char *p = *pp, *b;
again:
  while (isspace((unsigned char)*p)) line += *p++ == '\n';
  if (p[0] == '/' && p[1] == '/') { while (*p && *p != '\n') p++; goto again; }
  if (p[0] == '/' && p[1] == '*') { for (p += 2; p[0] != '*' || p[1] != '/'; p++) line += *p == '\n'; p += 2; goto again; }
  enum tok t = T_BAD;
  b = p;
  if (!*p) t = T_END;
  else if (isalpha((unsigned char)*p) || *p == '_') {
    while (isalnum((unsigned char)*p) || *p == '_') p++;
    t = T_IDENT;
    for (int i = 0; keys[i]; i++) if (strlen(keys[i]) == (size_t)(p - b) && !strncmp(keys[i], b, (size_t)(p - b))) t = T_KEY;
  } else if (isdigit((unsigned char)*p)) { while (isalnum((unsigned char)*p) || *p == '.') p++; t = T_NUM; }
  else if (*p == '"' || *p == '\'') { char q = *p++; while (*p != q) p += *p == '\\' ? 2 : 1; p++; t = q == '"' ? T_STR : T_CHAR; }
  else {
    int n = strchr("+-*/%<>=!&|^~?:;,.(){}[]", *p) ? 1 : 0;
    if (n) t = T_OP;
    for (int i = 0; ops[i]; i++) if (!strncmp(p, ops[i], strlen(ops[i]))) { n = (int)strlen(ops[i]); break; }
    p += n ? n : 1;
  }
  memcpy(out, b, (size_t)(p - b));
  out[p - b] = 0;
  *pp = p;
  return t;
}
int main(void) {
  const char *src = "int main(void) { /* two\nlines */ while (x1 <<= 0x1F) // end\n  return a->b ... \"s\\\"t\" + 'c' @ 3.5e;\n}\n";
  char buf[64];
  int counts[8] = {0};
  for (enum tok t; (t = next(&src, buf)) != T_END;) { printf("%d:%s(%s) ", line, names[t], buf); counts[t]++; }
  printf("\n");
  for (int i = 0; i < 8; i++) printf("%s=%d ", names[i], counts[i]);
  printf("\n");
  return 0;
}
