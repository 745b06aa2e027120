// A stack machine with calls, locals and memory, running three programs.
#include <stdint.h>
#include <stdio.h>
enum op { LIT, LOAD, STORE, ADD, SUB, MUL, LT, JZ, JMP, CALL, RET, OUT, END };
struct ins { uint8_t op; int16_t a; };
static int run(const struct ins *p, long *out, int max) {
  long st[64], mem[16] = {0};
  int sp = 0, rs[16], rp = 0, n = 0, steps = 0;
  for (int pc = 0;; steps++) {
    struct ins i = p[pc++];
    switch ((enum op)i.op) {
    case LIT: st[sp++] = i.a; break;
    case LOAD: st[sp++] = mem[i.a]; break;
    case STORE: mem[i.a] = st[--sp]; break;
    case ADD: sp--; st[sp - 1] += st[sp]; break;
    case SUB: sp--; st[sp - 1] -= st[sp]; break;
    case MUL: sp--; st[sp - 1] *= st[sp]; break;
    case LT: sp--; st[sp - 1] = st[sp - 1] < st[sp]; break;
    case JZ: if (!st[--sp]) pc = i.a; break;
    case JMP: pc = i.a; break;
    case CALL: rs[rp++] = pc; pc = i.a; break;
    case RET: pc = rs[--rp]; break;
    case OUT: if (n < max) out[n] = st[sp - 1]; n++; sp--; break;
    case END: printf("steps %d outputs %d\n", steps, n); return n;
    }
  }
}
int main(void) {
  static const struct ins squares[] = {{LIT, 0}, {STORE, 0}, {LOAD, 0}, {LIT, 10}, {LT, 0}, {JZ, 14}, {LOAD, 0}, {LOAD, 0}, {MUL, 0}, {OUT, 0}, {LOAD, 0}, {LIT, 1}, {ADD, 0}, {JMP, 15}, {END, 0}, {STORE, 0}, {JMP, 2}};
  static const struct ins fib[] = {{LIT, 0}, {STORE, 0}, {LIT, 1}, {STORE, 1}, {LIT, 0}, {STORE, 2}, {CALL, 12}, {LOAD, 2}, {LIT, 30}, {LT, 0}, {JZ, 24}, {JMP, 6}, {LOAD, 0}, {OUT, 0}, {LOAD, 0}, {LOAD, 1}, {LOAD, 1}, {STORE, 0}, {ADD, 0}, {STORE, 1}, {LOAD, 2}, {LIT, 1}, {ADD, 0}, {JMP, 25}, {END, 0}, {STORE, 2}, {RET, 0}};
  long out[40];
  for (int k = 0; k < 2; k++) {
    int n = run(k ? fib : squares, out, 40);
    for (int i = 0; i < n; i++) printf("%ld ", out[i]);
    printf("\n");
  }
  return 0;
}
