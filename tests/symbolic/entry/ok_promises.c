// What the source says about pointers is believed: none of them is null, `a` has three elements and
// `text` eight. 2 = whether the third element is large; that `p` is not null is known.
//@ entry: f
//@ clean: int a[3] = {1, 2, 3}, p = 4; char t[8] = "abc"; f(a, &p, t); a[2] = 9; f(a, &p, t)
//@ paths: 2
//@ verdict: explored
//@ count: no
__attribute__((nonnull(2))) int f(int a[static 3], int *p, char text[static 8]) {
  if (!p)
    return -1;
  if (a[2] > 3)
    return *p;
  return text[7];
}
