// The paper's WinDriver: packets of a stream are copied to where the stream says.
//@ verdict: reachable
//@ time: 120s
#ifndef PACKETS
#define PACKETS 8
#endif
#ifndef SIZE
#define SIZE 24
#endif
void klee_make_symbolic(void *, unsigned long, const char *);
int klee_int(const char *);
void target(void) {}
int packets[PACKETS][SIZE];
int buffer[1 + PACKETS * (SIZE + 1)];
int main(void) {
  klee_make_symbolic(buffer, sizeof buffer, "buffer");
  klee_make_symbolic(packets, sizeof packets, "packets");
  int most = klee_int("most"), size = klee_int("size");
  if (most < 0 || most > PACKETS || size < 0 || size > SIZE) return 0;
  for (int i = 0; i < most; ++i)
    for (int j = 0; j < size; j++)
      packets[i][j] = 0;
  int count = buffer[0];
  if (count > most || count < 0) return 0;
  for (int i = 0; i < count; i++) {
    int id = buffer[i * (size + 1) + 1];
    if (id >= most || id < 0) return 0;
    for (int j = 0; j < size; j++)
      packets[id][j] = buffer[i * (size + 1) + j + 2];
  }
  if (count < most && packets[count][0] != 0 && size > 20)
    target();
  return 0;
}
