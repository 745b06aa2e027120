// A controller fed with messages: closing the door of a hot room forgets to switch on.
// 25 = a message has five outcomes (0, 1, 2, 3, other) and leaves a concrete state; 0 then 3 is the bug.
//@ verdict: explored
//@ paths: 25
//@ bugs: assertion-failure
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
  assert(!(is_room_hot && is_door_closed && !ac)); //~ BUG assertion-failure
}
int main(void) {
  for (int i = 0; i < 2; i++)
    controller(__VERIFIER_nondet_int());
  return 0;
}
