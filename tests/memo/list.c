// The paper's LinkedList: add at the end, and the invariant repOk.
#include <stdlib.h>

void __VERIFIER_assume(int);

struct entry {
  int element;
  struct entry *next;
};

struct list {
  struct entry *first;
  int size;
};

int add(struct list *list, int element) {
  __VERIFIER_assume(list != 0);
  struct entry *made = malloc(sizeof *made);
  made->element = element;
  made->next = 0;
  struct entry *last = list->first;
  if (last == 0) {
    list->first = made;
  } else {
    while (last->next != 0) {
      last = last->next;
    }
    last->next = made;
  }
  list->size++;
  return list->size;
}

int rep_ok(struct list *list) {
  __VERIFIER_assume(list != 0);
  int count = 0;
  struct entry *at = list->first;
  while (at != 0) {
    count++;
    if (count > 8) {
      return 0;
    }
    at = at->next;
  }
  return count == list->size;
}

int call_3_times(struct list *list, int a, int b, int c) {
  if (!rep_ok(list)) {
    return 2;
  }
  add(list, a);
  add(list, b);
  add(list, c);
  return rep_ok(list);
}

int call_5_times(struct list *list, int a, int b, int c, int d, int e) {
  if (!rep_ok(list)) {
    return 2;
  }
  add(list, a);
  add(list, b);
  add(list, c);
  add(list, d);
  add(list, e);
  return rep_ok(list);
}

int call_on_any(struct list *list, int a) {
  if (rep_ok(list)) {
    add(list, a);
    return rep_ok(list);
  }
  return 2;
}
