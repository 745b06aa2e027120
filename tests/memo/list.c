// The paper's LinkedList: add an element that is not there yet, and the invariant repOk.
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

enum { MOST = 8 };

int add(struct list *list, int element) {
  __VERIFIER_assume(list != 0);
  int count = 0;
  struct entry **place = &list->first;
  while (*place != 0) {
    count++;
    if (count > MOST) {
      return 2;
    }
    if ((*place)->element == element) {
      return 0;
    }
    place = &(*place)->next;
  }
  struct entry *made = malloc(sizeof *made);
  made->element = element;
  made->next = 0;
  *place = made;
  list->size++;
  return 1;
}

int rep_ok(struct list *list) {
  __VERIFIER_assume(list != 0);
  int count = 0;
  struct entry *at = list->first;
  while (at != 0) {
    count++;
    if (count > MOST) {
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
