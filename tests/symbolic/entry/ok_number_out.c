// A number that is written, after one that is named like a length: it is there whatever that is.
//@ entry: steps_of
//@ clean: int out = 0; steps_of(-3, &out); steps_of(6, &out); steps_of(1, 0)
void steps_of(int n, int *steps) {
  if (!steps)
    return;
  *steps = 0;
  for (; n > 1 && *steps < 4; ++*steps)
    n /= 2;
}
