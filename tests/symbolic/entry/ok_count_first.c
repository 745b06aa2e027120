// A length before an array; what follows a number but is a string or a structure has another length.
//@ entry: use
//@ clean: int a[2] = {1, 2}; struct point p = {3, 4}; use(2, a, 0, 5, "ab", 0, -1, &p)
//@ clean: use(9, 0, 0, 9, 0, 0, 9, 0)
struct point {
  int x, y;
};
int use(int n, const int a[n], int key, int len, const char *text, int mode, int count, struct point *p) {
  int total = key ^ mode;
  if (a)
    for (int i = 0; i < n; i++)
      total ^= a[i];
  if (text && len < 0)
    for (; *text; text++)
      total ^= *text;
  if (p && count < 0)
    total ^= p->x;
  return total;
}
