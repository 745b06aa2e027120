// Comma, nested ternaries, assignment as expression, side effects in order.
#include <stdio.h>
static int log_[20], n;
static int t(int v) { log_[n++] = v; return v; }
int main(void) {
  int a = (t(1), t(2), t(3)), b, c;
  b = c = a + 4;
  printf("%d %d %d\n", a, b, c);
  for (int i = -2; i < 3; i++) printf("%s ", i < 0 ? i < -1 ? "very neg" : "neg" : i == 0 ? "zero" : i > 1 ? "big" : "one");
  int i = 0, j = 10;
  for (; i < j; i += 2, j--) t(i * j);
  printf("\n%d %d\n", i, j);
  int x = t(0) ? t(100) : t(200), y = t(0) || (t(5), t(0)) || t(7), z = t(1) && t(0) && t(9);
  printf("%d %d %d\n", x, y, z);
  a += b -= c *= 2;
  printf("%d %d %d\n", a, b, c);
  int v[4] = {0}, k = 0;
  v[k++] = a > 0 ? 1 : 2;
  v[k] = t(k) ?: -1;
  printf("%d %d\n", v[1] + v[0], ({ int q = 5; q * q; }));
  for (int m = 0; m < n; m++) printf("%d ", log_[m]);
  printf("\n");
  return 0;
}
