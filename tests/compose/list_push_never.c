// The near miss of list_push.c: negative numbers are not pushed.
//@ target: target
//@ verdict: unreachable
int klee_int(const char *);
void *malloc(unsigned long);
struct node {
  int value;
  struct node *next;
};
static struct node *head;
int push(int value) {
  if (value < 0)
    return 0;
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = head;
  head = node;
  return 1;
}
void target(void) {}
int main(void) {
  push(klee_int("a"));
  push(klee_int("b"));
  if (head && head->next && head->value == -5 && head->next->value == 6)
    target();
  return 0;
}
