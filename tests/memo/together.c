// Calls whose possible paths are known from other calls that look the same, and what a callee does beside its
// conditionals: a table read at any place, a division, a switch, a call of another function, a bug.
void __VERIFIER_assume(int);

static const int price[8] = {3, 1, 4, 1, 5, 9, 2, 6};

static int limit(int x) {
  if (x > 100) {
    return 100;
  }
  return x;
}

int cost(unsigned char kind, int amount) {
  int all = 0;
  if (kind & 8) {
    all = price[kind & 7];
    if (all > 4) {
      return -1;
    }
  }
  switch (kind >> 4) {
  case 0:
    return all;
  case 1:
    all = limit(amount);
    break;
  case 2:
    all += 7 / (amount % 3 + 3);
    break;
  default:
    all = amount < 0 ? 1 : 2;
  }
  if (all == 50) {
    return 50;
  }
  return all + 1;
}

// The second call has the same paths whatever the first one did.
int apart(unsigned char a, int m, unsigned char b, int n) { return cost(a, m) + 2 * cost(b, n); }

// The second call depends on what the first one did.
int chained(unsigned char a, int m) {
  int first = cost(a, m);
  return cost(a, first) + cost((unsigned char)(a >> 1), 7);
}

static int cells[4];

int step(int *at, unsigned char way) {
  if (way == 0) {
    return *at;
  }
  if (way & 1) {
    cells[(way >> 1) & 3]++;
    return cells[way >> 6];
  }
  if (way > 200) {
    return 1000 / (way - 230);
  }
  *at += way;
  return *at > 300;
}

// A bug in the callee, and writes through what is passed.
int walk(unsigned char x, unsigned char y, unsigned char z) {
  int at = 0;
  int sum = step(&at, x) + step(&at, y);
  at = 5;
  return sum + step(&at, z);
}
