// The last record for a slot counts: an earlier one is overwritten.
//@ verdict: reachable
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
unsigned char record[32], slot[16];
int main(void) {
  klee_make_symbolic(record, sizeof record, "record");
  int n = record[0];
  if (n < 6 || n > 15) return 0;
  for (int i = 0; i < n; i++)
    slot[record[1 + 2 * i] & 15] = record[2 + 2 * i];
  // The first record's slot was written again, and so were two more.
  if (slot[record[1] & 15] == 9 && record[2] == 3 && slot[5] == 1 && slot[6] == 2)
    target();
  return 0;
}
