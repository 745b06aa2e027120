// A JSON parser into a tree, printed back in a canonical form.
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum kind { NUL, BOOL, NUM, STR, ARR, OBJ };
struct value { enum kind kind; union { int b; double n; char *s; struct { struct value **v; char **k; int n; } list; } u; };
static const char *p;
static void ws(void) { while (isspace((unsigned char)*p)) p++; }
static char *string(void) {
  char *out = malloc(strlen(p) + 1), *o = out;
  for (p++; *p != '"'; p++) {
    if (*p == '\\') { p++; *o++ = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p; }
    else *o++ = *p;
  }
  p++;
  *o = 0;
  return out;
}
static struct value *parse(void) {
  struct value *v = calloc(1, sizeof *v);
  ws();
  if (*p == '{' || *p == '[') {
    char close = *p == '{' ? '}' : ']';
    v->kind = *p++ == '{' ? OBJ : ARR;
    for (ws(); *p != close;) {
      int i = v->u.list.n++;
      v->u.list.v = realloc(v->u.list.v, sizeof *v->u.list.v * (size_t)(i + 1));
      v->u.list.k = realloc(v->u.list.k, sizeof *v->u.list.k * (size_t)(i + 1));
      v->u.list.k[i] = NULL;
      if (v->kind == OBJ) { ws(); v->u.list.k[i] = string(); ws(); p++; }
      v->u.list.v[i] = parse();
      ws();
      if (*p == ',') p++;
    }
    p++;
  } else if (*p == '"') { v->kind = STR; v->u.s = string(); }
  else if (!strncmp(p, "true", 4)) { v->kind = BOOL; v->u.b = 1; p += 4; }
  else if (!strncmp(p, "false", 5)) { v->kind = BOOL; p += 5; }
  else if (!strncmp(p, "null", 4)) p += 4;
  else { char *e; v->kind = NUM; v->u.n = strtod(p, &e); p = e; }
  return v;
}
static int nodes;
static void emit_and_free(struct value *v) {
  nodes++;
  switch (v->kind) {
  case NUL: printf("null"); break;
  case BOOL: printf(v->u.b ? "true" : "false"); break;
  case NUM: printf("%.10g", v->u.n); break;
  case STR: printf("\"%s\"", v->u.s); free(v->u.s); break;
  default:
    putchar(v->kind == OBJ ? '{' : '[');
    for (int i = 0; i < v->u.list.n; i++) {
      if (i) putchar(',');
      if (v->u.list.k[i]) { printf("\"%s\":", v->u.list.k[i]); free(v->u.list.k[i]); }
      emit_and_free(v->u.list.v[i]);
    }
    putchar(v->kind == OBJ ? '}' : ']');
    free(v->u.list.v);
    free(v->u.list.k);
  }
  free(v);
}
int main(void) {
  const char *docs[] = {"{ \"name\" : \"x\\\"y\", \"list\":[1, 2.5,-3e2 , true,false,null], \"deep\": {\"a\":{\"b\":[[],[[]],{}]}} }", "[ ]", "\"tab\\tend\"", " 42 "};
  for (int i = 0; i < 4; i++) { p = docs[i]; nodes = 0; emit_and_free(parse()); printf(" #%d\n", nodes); }
  return 0;
}
