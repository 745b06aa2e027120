static int value = 1000;
static const char *name(void) { return "b"; }
static int twist(int x) { value -= x; return value / 2; }
int from_b(int x) { return twist(x * 10); }
const char *name_b(void) { return name(); }
