// Members of a union are pointers to different types: which one is meant is said elsewhere.
//@ entry: value
//@ paths: 6
//@ clean: struct node n = {{0}, 7}; struct variant v = {2, {.n = &n}}; value(&v)
struct node {
  int pad[8];
  int v;
};
struct variant {
  int kind;
  union {
    const char *s;
    struct node *n;
  } u;
};
int value(const struct variant *v) {
  if (!v || !v->u.s)
    return -1;
  if (v->kind == 1)
    return v->u.s[0] == 'q';
  if (v->kind == 2 && v->u.n->v == 0x77000007)
    return 7; //~ TARGET
  return 0;
}
