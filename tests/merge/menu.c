// Rounds of a menu that works on accounts in memory: paths multiply inside one function.
//@ target: target
//@ verdict: reachable
//@ strategies: merge
//@ define: ROUNDS 8
//@ executions: merge <=30*ROUNDS
//@ dart: no
#ifndef ROUNDS
#define ROUNDS 8
#endif
void klee_make_symbolic(void *, unsigned long, const char *);
void target(void) {}
struct account { int open; unsigned balance; };
static struct account accounts[3];
int main(void) {
  unsigned char input[ROUNDS][3];
  klee_make_symbolic(input, sizeof input, "input");
  unsigned errors = 0, closed = 0;
  for (int i = 0; i < ROUNDS; i++) {
    unsigned char c = input[i][0], who = input[i][1], amount = input[i][2];
    if (who >= 3) { errors++; continue; }
    struct account *a = &accounts[who];
    switch (c) {
    case 'o': if (a->open) errors++; else a->open = 1; break;
    case 'd': if (!a->open) errors++; else a->balance += amount; break;
    case 'w': if (!a->open || a->balance < amount) errors++; else a->balance -= amount; break;
    case 'c': if (!a->open || a->balance) errors++; else { a->open = 0; closed++; } break;
    default: errors++;
    }
  }
#ifdef NEVER
  if (closed > ROUNDS / 2) target();
#else
  if (errors == 0 && closed == 2 && accounts[1].balance == 600) target();
#endif
  return 0;
}
