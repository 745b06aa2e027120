// 8 = each of three entries is in use or not.
//@ paths: 8
//@ domain: entries/4: 0 1
struct entry {
  unsigned used, value;
};
void klee_make_symbolic(void *, unsigned long, const char *);
int main(void) {
  struct entry entries[3];
  unsigned sum = 0;
  klee_make_symbolic(entries, sizeof entries, "entries");
  for (int i = 0; i < 3; i++)
    if (entries[i].used)
      sum += entries[i].value;
  return (int)(sum & 1);
}
