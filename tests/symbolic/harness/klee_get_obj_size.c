// 1 path: sizes of objects are concrete.
//@ verdict: explored
//@ paths: 1
//@ count: no
#include <assert.h>
#include <stdlib.h>
size_t klee_get_obj_size(void *);
int main(void) {
  int a[5];
  char *p = malloc(13);
  assert(klee_get_obj_size(a) == sizeof a);
  assert(klee_get_obj_size(p) == 13);
  free(p);
  return 0;
}
