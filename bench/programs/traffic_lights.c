// A crossing with a pedestrian button: a timer and two sensors drive the lights, N ticks.
// Grows: with the ticks, by the sensors that matter in each phase.
// Size: N, the number of ticks.
//@ paths-at: N=1 2
//@ paths-at: N=2 5
//@ domain: sensors/1: 0..255
#include <assert.h>
#ifndef N
#define N 10
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

enum phase { main_green, main_yellow, side_green, side_yellow, walk };
struct crossing {
  enum phase phase;
  int ticks, requested;
};

static void enter(struct crossing *c, enum phase phase) {
  c->phase = phase;
  c->ticks = 0;
}

static void tick(struct crossing *c, unsigned char sensors) {
  c->ticks++;
  if (sensors & 1)
    c->requested = 1;
  switch (c->phase) {
  case main_green:
    if (c->ticks >= 2 && (c->requested || (sensors & 2)))
      enter(c, main_yellow);
    break;
  case main_yellow:
    if (c->requested) {
      c->requested = 0;
      enter(c, walk);
    } else {
      enter(c, side_green);
    }
    break;
  case side_green:
    if (c->ticks >= 3 || !(sensors & 2))
      enter(c, side_yellow);
    break;
  case side_yellow:
    enter(c, main_green);
    break;
  case walk:
    if (c->ticks >= 2)
      enter(c, main_green);
    break;
  }
}

int main(void) {
  unsigned char sensors[N];
  struct crossing c = {main_green, 0, 0};
  int walks = 0;
  klee_make_symbolic(sensors, sizeof sensors, "sensors");
  for (int i = 0; i < N; i++) {
    enum phase before = c.phase;
    tick(&c, sensors[i]);
    assert(!(before == main_green && c.phase == side_green));
    if (before != walk && c.phase == walk)
      walks++;
  }
  assert(walks <= N / 3);
  return walks;
}
