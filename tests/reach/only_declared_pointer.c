// A target that is only declared is reached through a pointer too.
//@ target: alarm_bell
//@ code: 0
void alarm_bell(void);
int klee_range(int, int, const char *);
static int rung;
static void ring(void) { rung++; }
static void (*bells[])(void) = {ring, ring, alarm_bell};
int main(void) {
  bells[klee_range(0, 3, "which")]();
  return rung;
}
