// Counts the paths of a program by running it on every combination of the
// values in its domains, then on random ones.
//
// A path is the sequence of edges taken (clang's edge coverage of the -O0
// program), the objects named by pathweave_object(), and the way the run ends.
// Runs that an assumption discards are no paths. Easy to break: nothing here
// may be compiled with coverage, and a run must leave no state behind.
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// The table of domains, written by count.py.
struct domain {
  const char *name;
  int element; // bytes in one element; 0: the whole object
  const int64_t *values;
  unsigned count;
};
extern const struct domain counter_domains[];
extern const unsigned counter_domain_count;
extern void counter_entry(void);

// ---- ends of a run ----
static sigjmp_buf start;
static const char *ending;
static int discarded;
static uint64_t trace;

_Noreturn static void end(const char *how) {
  ending = how;
  siglongjmp(start, 1);
}
_Noreturn static void discard(void) {
  discarded = 1;
  siglongjmp(start, 1);
}
_Noreturn static void broken(const char *why, const char *what) {
  fprintf(stderr, "counter: %s: %s\n", why, what);
  _exit(2);
}

// ---- the trace ----
static void note(uint64_t event) {
  trace = (trace ^ event) * 0x9E3779B97F4A7C15u;
  trace ^= trace >> 29;
}
void __sanitizer_cov_trace_pc_guard_init(uint32_t *from, uint32_t *to) {
  static uint32_t next;
  for (; from < to; from++)
    *from = ++next;
}
void __sanitizer_cov_trace_pc_guard(uint32_t *guard) { note(*guard); }
void pathweave_object(int which) { note(0x100000u + (unsigned)which); }

// ---- choices: an odometer over the elements that a run asks for ----
enum { MOST = 4096 };
static unsigned choice[MOST], radix[MOST], used, known;
static int randomly;
static int exhaustive = 1;
static uint64_t seed = 0x853C49E6748FEA9Bu;

static uint64_t roll(void) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return seed;
}
static const struct domain *domain_of(const char *name, size_t size) {
  static int64_t bytes[256];
  static struct domain all = {"", 1, bytes, 256};
  for (unsigned i = 0; i < counter_domain_count; i++)
    if (!strcmp(counter_domains[i].name, name))
      return &counter_domains[i];
  if (size != 1)
    broken("no domain for", name);
  for (int i = 0; i < 256; i++)
    bytes[i] = i;
  return &all;
}
static int64_t pick(const struct domain *d, size_t size, unsigned whole) {
  if (d->count < whole || (!whole && size > 2) || (size == 2 && d->count < 65536) ||
      (size == 1 && !whole && d->count < 256))
    exhaustive = 0;
  if (randomly) {
    int64_t v = d->values[roll() % d->count];
    switch (roll() % 8) {
    case 0: return (int64_t)roll();
    case 1: return v + 1;
    case 2: return v - 1;
    case 3: return v ^ (int64_t)(1ull << (roll() % (8 * size)));
    default: return v;
    }
  }
  if (used >= MOST)
    broken("too many inputs", d->name);
  if (used == known) {
    choice[used] = 0;
    radix[used] = d->count;
    known++;
  }
  return d->values[choice[used++]];
}
static int advance(void) {
  known = used;
  while (known && ++choice[known - 1] == radix[known - 1])
    known--;
  return known != 0;
}

// ---- inputs ----
void klee_make_symbolic(void *object, unsigned long size, const char *name) {
  const struct domain *d = domain_of(name, size);
  unsigned long step = d->element ? (unsigned long)d->element : size;
  if (step > 8 || size % step)
    broken("element size does not fit", name);
  for (unsigned long at = 0; at < size; at += step) {
    int64_t v = pick(d, step, 0);
    memcpy((char *)object + at, &v, step);
  }
}
long long counter_input(const char *name, int size) {
  return pick(domain_of(name, (size_t)size), (size_t)size, 0);
}
int klee_int(const char *name) { return (int)pick(domain_of(name, 4), 4, 0); }
int klee_range(int from, int to, const char *name) {
  int v = (int)pick(domain_of(name, 4), 4, (unsigned)(to - from));
  if (v < from || v >= to)
    discard();
  return v;
}
uintptr_t klee_choose(uintptr_t n) {
  uintptr_t v = (uintptr_t)pick(domain_of("choose", 8), 8, (unsigned)n);
  if (v >= n)
    discard();
  return v;
}
#define NONDET(name, type)                                                                         \
  type __VERIFIER_nondet_##name(void) {                                                            \
    return (type)pick(domain_of(#name, sizeof(type)), sizeof(type), 0);                            \
  }
NONDET(char, char)
NONDET(uchar, unsigned char)
NONDET(short, short)
NONDET(ushort, unsigned short)
NONDET(int, int)
NONDET(uint, unsigned)
NONDET(unsigned, unsigned)
NONDET(long, long)
NONDET(ulong, unsigned long)
NONDET(longlong, long long)
NONDET(ulonglong, unsigned long long)
NONDET(size_t, size_t)
NONDET(u8, unsigned char)
NONDET(u16, unsigned short)
NONDET(u32, unsigned)
NONDET(U32, unsigned)
NONDET(loff_t, long long)
NONDET(sector_t, unsigned long)
NONDET(unsigned_int, unsigned)
NONDET(float, float)
NONDET(double, double)
_Bool __VERIFIER_nondet_bool(void) {
  static const int64_t both[] = {0, 1};
  static const struct domain d = {"bool", 1, both, 2};
  return (pick(&d, 1, 2) & 1) != 0;
}
__int128 __VERIFIER_nondet_int128(void) {
  return (__int128)pick(domain_of("int128", 8), 8, 0);
}
void *__VERIFIER_nondet_pointer(void) {
  return (void *)(uintptr_t)pick(domain_of("pointer", 8), 8, 0);
}
void __VERIFIER_nondet_memory(void *object, size_t size) {
  klee_make_symbolic(object, size, "memory");
}

// ---- assumptions and ends ----
void klee_assume(uintptr_t condition) {
  if (!condition)
    discard();
}
void __VERIFIER_assume(int condition) {
  if (!condition)
    discard();
}
void assume_abort_if_not(int condition) { __VERIFIER_assume(condition); }
void klee_silent_exit(int status) { (void)status, end("silent"); }
void klee_abort(void) { end("reached-abort"); }
void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
  (void)file, (void)line, (void)message, (void)suffix;
  end("reached-abort");
}
void program_abort(void) { end("reached-abort"); }
void program_exit(int status) { (void)status, end("exit"); }
void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
  (void)text, (void)file, (void)function;
  note(line);
  end("assertion-failure");
}
void __ubsan_handle_divrem_overflow_minimal_abort(void) { end("division-by-zero"); }
void __ubsan_handle_out_of_bounds_minimal_abort(void) { end("out-of-bounds"); }
void __ubsan_handle_shift_out_of_bounds_minimal_abort(void) { end("shift-out-of-range"); }
void __ubsan_handle_type_mismatch_minimal_abort(void) { end("null-dereference"); }
static void on_signal(int number) {
  end(number == SIGFPE ? "division-by-zero" : number == SIGSEGV ? "null-dereference" : "signal");
}

// ---- intrinsics without influence on the paths of a native run ----
void klee_warning(const char *message) { (void)message; }
void klee_warning_once(const char *message) { (void)message; }
void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_posix_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
void klee_mark_global(void *object) { (void)object; }
void klee_print_expr(const char *message, ...) { (void)message; }
void klee_print_range(const char *name, int value) { (void)name, (void)value; }
void klee_stack_trace(void) {}
void klee_check_memory_access(const void *address, size_t size) { (void)address, (void)size; }
void klee_define_fixed_object(void *address, size_t size) { (void)address, (void)size; }
unsigned klee_is_replay(void) { return 1; }

// ---- the set of paths ----
static uint64_t *paths;
static size_t capacity, count;
static int insert(uint64_t path) {
  if (2 * (count + 1) > capacity) {
    size_t old = capacity;
    uint64_t *from = paths;
    capacity = old ? 4 * old : 1024;
    paths = calloc(capacity, sizeof *paths);
    count = 0;
    for (size_t i = 0; i < old; i++)
      if (from[i])
        insert(from[i]);
    free(from);
  }
  size_t at = path & (capacity - 1);
  for (; paths[at]; at = (at + 1) & (capacity - 1))
    if (paths[at] == path)
      return 0;
  paths[at] = path;
  count++;
  return 1;
}

extern char __start_program_data[] __attribute__((weak)), __stop_program_data[] __attribute__((weak));
extern char __start_program_bss[] __attribute__((weak)), __stop_program_bss[] __attribute__((weak));
static char *kept;
static void reset(void) {
  size_t data = (size_t)(__stop_program_data - __start_program_data);
  if (data && !kept)
    memcpy(kept = malloc(data), __start_program_data, data);
  if (data)
    memcpy(__start_program_data, kept, data);
  if (__start_program_bss)
    memset(__start_program_bss, 0, (size_t)(__stop_program_bss - __start_program_bss));
}
static char bugs[16][32];
static int bug_kinds;
static void remember(const char *how) {
  for (int i = 0; i < bug_kinds; i++)
    if (!strcmp(bugs[i], how))
      return;
  if (bug_kinds < 16)
    strcpy(bugs[bug_kinds++], how);
}
// One run; whether it is a path not seen before.
static int run(void) {
  used = 0, trace = 0x243F6A8885A308D3u, discarded = 0, ending = "returned";
  reset();
  if (!sigsetjmp(start, 0))
    counter_entry();
  if (discarded)
    return 0;
  for (const char *c = ending; *c; c++)
    note(0x200000u + (unsigned char)*c);
  if (strcmp(ending, "returned") && strcmp(ending, "exit") && strcmp(ending, "silent"))
    remember(ending);
  return insert(trace ? trace : 1);
}

int main(int argc, char **argv) {
  unsigned long most = argc > 1 ? strtoul(argv[1], 0, 0) : 20000000;
  unsigned long random_runs = argc > 2 ? strtoul(argv[2], 0, 0) : 100000;
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_NODEFER};
  sigaction(SIGSEGV, &action, 0);
  sigaction(SIGFPE, &action, 0);
  if (!freopen("/dev/null", "w", stderr) && argc < 0)
    return 2;
  int out = dup(1);
  if (!freopen("/dev/null", "w", stdout))
    return 2;
  unsigned long runs = 0, late = 0;
  int cut = 0;
  do {
    run();
    if (++runs >= most && (cut = 1))
      break;
  } while (advance());
  randomly = 1;
  int whole = exhaustive && !cut;
  if (!whole)
    for (unsigned long i = 0; i < random_runs; i++)
      late += (unsigned long)run();
  dprintf(out, "%zu %lu %lu %s", count - late, runs, late,
          cut ? "cut" : whole ? "exhaustive" : "sampled");
  for (int i = 0; i < bug_kinds; i++)
    dprintf(out, " %s", bugs[i]);
  dprintf(out, "\n");
  _exit(0);
}
