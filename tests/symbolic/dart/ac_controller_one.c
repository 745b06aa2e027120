// The same controller with a single message: no way to break it.
// 5 paths.
//@ verdict: explored
//@ paths: 5
//@ domain: int: 0..4 -1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
static int is_room_hot, is_door_closed, ac;
static void controller(int message) {
  if (message == 0) {
    is_room_hot = 1;
    if (is_door_closed)
      ac = 1;
  } else if (message == 1) {
    is_room_hot = 0;
    ac = 0;
  } else if (message == 2) {
    is_door_closed = 0;
    ac = 0;
  } else if (message == 3) {
    is_door_closed = 1;
  }
  assert(!(is_room_hot && is_door_closed && !ac));
}
int main(void) {
  controller(__VERIFIER_nondet_int());
  return 0;
}
