// 5 = id 0 refused; kind 'a' with x<y or not; kind 'b'; any other kind.
//@ paths: 5
//@ domain: id: 0..2
//@ domain: kind: 'a' 'b' 'c' 0
//@ domain: x: 0..2
//@ domain: y: 0..2
struct item {
  int id;
  char kind;
  short x, y;
};
void klee_make_symbolic(void *, unsigned long, const char *);
static int judge(const struct item *item) {
  if (item->id == 0)
    return 0;
  if (item->kind == 'a') {
    if (item->x < item->y)
      return 1;
    return 2;
  }
  if (item->kind == 'b')
    return 3;
  return 4;
}
int main(void) {
  struct item item;
  klee_make_symbolic(&item.id, sizeof item.id, "id");
  klee_make_symbolic(&item.kind, sizeof item.kind, "kind");
  klee_make_symbolic(&item.x, sizeof item.x, "x");
  klee_make_symbolic(&item.y, sizeof item.y, "y");
  struct item copy = item;
  return judge(&copy);
}
