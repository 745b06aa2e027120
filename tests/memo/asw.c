// The paper's altitude switch: turns a device on when two altimeters say that it is time.
// `-DSEED=N` makes path N of a function end in an error.
#ifndef SEED
#define SEED 0
#endif
void reach_error(void);
#define PATH(n) if (SEED == (n)) reach_error()
int device_on, inhibited, alarm_on, last_altitude;

int altimeter(int status, int value, int threshold) {
  if (status == 0) {
    return -1;
  }
  if (value < 0) {
    return -1;
  }
  if (value < threshold) {
    return 1;
  }
  return 0;
}

int vote(int first, int second) {
  if (first < 0 && second < 0) {
    return -1;
  }
  if (first == 1 || second == 1) {
    return 1;
  }
  return 0;
}

void step(int s1, int v1, int s2, int v2, int inhibit, int reset) {
  if (reset) {
    PATH(1);
    device_on = 0;
    alarm_on = 0;
    inhibited = 0;
    return;
  }
  if (inhibit) {
    inhibited = 1;
  }
  int verdict = vote(altimeter(s1, v1, 2000), altimeter(s2, v2, 2000));
  if (verdict < 0) {
    alarm_on = 1;
    PATH(2);
  } else if (verdict == 1 && !inhibited) {
    device_on = 1;
    PATH(3);
  }
}

int asw(int s1, int v1, int s2, int v2, int i1, int r1, int v3, int v4, int r2) {
  step(s1, v1, s2, v2, i1, r1);
  step(s1, v3, s2, v4, 0, r2);
  if (alarm_on && device_on) {
    return 2;
  }
  return device_on;
}
