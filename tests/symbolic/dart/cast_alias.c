// A write through a character pointer changes a field that was just tested.
// 2 = c is not zero; c is zero and the abort follows.
//@ entry: bar
//@ witness: struct foo f = {0, 0}; bar(&f)
//@ verdict: explored
//@ bugs: reached-abort
extern void abort(void);
struct foo {
  int i;
  char c;
};
void bar(struct foo *a) {
  if (a == 0)
    return;
  if (a->c == 0) {
    *((char *)a + sizeof(int)) = 1;
    if (a->c != 0)
      abort(); //~ BUG reached-abort
  }
}
