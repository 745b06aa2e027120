// Two unmodelled values and a test between them that symbolic execution does decide.
//@ entry: obscure
//@ witness: int y = 2000, x = hash(y); obscure(x, y, hash(x) + 1)
//@ external: external/hash.c
//@ verdict: stopped
//@ incomplete: external
//@ bugs: reached-abort
int hash(int y);
extern void abort(void);
int obscure(int x, int y, int z) {
  if (x != hash(y))
    return 0; //~ TARGET
  if (y <= 1000)
    return 1; //~ TARGET
  if (z == hash(x) + 1)
    abort(); //~ BUG reached-abort
  return 2;  //~ TARGET
}
