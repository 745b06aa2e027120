// Constant tables of every shape: structs with pointers into other tables, expressions.
#include <stdio.h>
struct node { const char *name; const struct node *const *kids; int n; };
static const struct node leaf_a = {"a", 0, 0}, leaf_b = {"b", 0, 0};
static const struct node *const inner_kids[] = {&leaf_a, &leaf_b};
static const struct node inner = {"inner", inner_kids, 2};
static const struct node *const root_kids[] = {&inner, &leaf_b, &inner};
static const struct node root = {"root", root_kids, sizeof root_kids / sizeof *root_kids};
static int data[20];
static int *const mid = &data[10], *const end = data + 20;
static const long diff = (char *)&data[7] - (char *)&data[2];
static const char text[] = "hello table";
static const char *const parts[] = {text, text + 6, &text[3]};
static int (*const printer)(const char *, ...) = printf;
static void show(const struct node *n, int d) {
  printf("%*s%s\n", d * 2, "", n->name);
  for (int i = 0; i < n->n; i++) show(n->kids[i], d + 1);
}
int main(void) {
  show(&root, 0);
  *mid = 5;
  printf("%d %ld %ld\n", data[10], (long)(end - mid), diff);
  for (int i = 0; i < 3; i++) printer("[%s]", parts[i]);
  printer("\n");
  return 0;
}
