// A target that is only declared is called only by a pointer that is never followed.
//@ target: alarm_bell
//@ code: 1
void alarm_bell(void);
int klee_range(int, int, const char *);
static int rung;
static void ring(void) { rung++; }
static void (*bells[])(void) = {ring, ring, alarm_bell};
int main(void) {
  bells[klee_range(0, 2, "which")]();
  return rung;
}
