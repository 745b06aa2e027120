#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node {
  int value;
  struct node *next;
};

static int limit = 3;

static int sum(const struct node *list, unsigned char scale, const char *name, struct node last) {
  int total = 0;
  for (; list; list = list->next)
    total += list->value * scale;
  if (strcmp(name, "max") == 0 && total > limit)
    abort();
  if (last.value == 5)
    exit(total);
  return total;
}

int main(void) {
  struct node n = {1, 0};
  return sum(&n, 1, "x", n);
}
