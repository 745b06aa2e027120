int kept(int);
int hook(int x) { return x * 100; }
int through_b(int x) { return hook(x) + kept(x); }
