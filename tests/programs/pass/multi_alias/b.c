int real_value = 7;
extern int alias_value __attribute__((alias("real_value")));
int plus_real(int x) { return x + real_value; }
int plus_alias(int x) __attribute__((alias("plus_real")));
