//@ entry: q
// The paper's p and q (Fig. 1). The parameters are narrow so that nothing wraps around, as in the paper.
int p(short px, short py) {
  int x = px, y = py;
  if (x > y) {
    x--;
  } else {
    y++;
  }
  if (x == y) {
    return x;
  } else {
    return y;
  }
}

int q(signed char a, signed char b) {
  if (a > b) {
    return p(a + 1, b - 10);
  } else {
    return p(b + 1, a - 10);
  }
}

int top(signed char a, signed char b) {
  return q(a, b);
}
