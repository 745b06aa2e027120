/* The process of one test: its limits, and what happens when it dies.
 *
 * Limits are set before main and cannot be raised again. Counters of branches are written however
 * the program ends: by returning, by a sanitizer's report, by a signal, or when its time is up.
 * The environment is for us; the program has none. */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

const char *pathweave_replay_test, *pathweave_replay_coverage;
static const char *limits, *returned;

/* There when a sanitizer is linked. */
WEAK void __sanitizer_set_death_callback(void (*callback)(void));

static void put_line(const char *kind, const char *format, va_list arguments) {
  char line[1024];
  int used = snprintf(line, sizeof line, "==pathweave== %s", kind);
  int more = vsnprintf(line + used, sizeof line - used - 1, format, arguments);
  size_t length = strlen(line);
  if (more < 0) length = used;
  line[length++] = '\n';
  ssize_t written = write(2, line, length);
  (void)written;
}

void pathweave_replay_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  put_line("", format, arguments);
  va_end(arguments);
}

void pathweave_replay_diverge(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fflush(stdout);
  put_line("diverged: ", format, arguments);
  va_end(arguments);
  pathweave_replay_write_coverage();
  _exit(PATHWEAVE_DIVERGED);
}

/* $PATHWEAVE_RETURNED: 32 hexadecimal digits, of which the result's own are compared. */
void pathweave_replay_returned(const void *result, size_t size) {
  char text[33] = "";
  if (!returned || size > 16 || strlen(returned) != 32) return;
  for (size_t at = 0; at < size; at++) {
    sprintf(text + 2 * at, "%02x", ((const unsigned char *)result)[size - 1 - at]);
  }
  const char *claimed = returned + 32 - 2 * size;
  if (strcmp(text, claimed) != 0) {
    pathweave_replay_diverge("the function returns 0x%s, in the test 0x%s", text, claimed);
  }
}

static void lower(int resource, unsigned long long most) {
  struct rlimit limit = {most, most};
  struct rlimit present;
  if (getrlimit(resource, &present) == 0 && present.rlim_max < limit.rlim_max) {
    limit.rlim_cur = limit.rlim_max = present.rlim_max;
  }
  if (setrlimit(resource, &limit) != 0) {
    pathweave_replay_say("unlimited: resource %d: %s", resource, strerror(errno));
  }
}

/* The list stays where it is: main is called with it. */
static void take_environment(void) {
  pathweave_replay_test = getenv("PATHWEAVE_TEST");
  pathweave_replay_coverage = getenv("PATHWEAVE_COVERAGE");
  limits = getenv("PATHWEAVE_LIMITS");
  returned = getenv("PATHWEAVE_RETURNED");
  if (environ) *environ = NULL;
}

/* $PATHWEAVE_LIMITS: seconds of processor time, bytes of a file, bytes of address space (0: any). */
static void set_limits(void) {
  unsigned long long seconds, file, memory;
  lower(RLIMIT_CORE, 0);
  if (limits && sscanf(limits, "%llu %llu %llu", &seconds, &file, &memory) == 3) {
    lower(RLIMIT_CPU, seconds);
    lower(RLIMIT_FSIZE, file);
    if (memory) lower(RLIMIT_AS, memory);
  }
}

/* A run is ended by killing its process group: nothing may leave it. */
static void stay_in_group(void) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_setsid, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_setpgid, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
  };
  struct sock_fprog program = {sizeof code / sizeof *code, code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

static void die(int signal_number) {
  pathweave_replay_write_coverage();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

/* Whoever runs the test asks it to end by SIGTERM; the program may raise it as well. */
static void time_is_up(int signal_number, siginfo_t *info, void *context) {
  (void)context;
  if (info->si_pid == getpid()) {
    die(signal_number);
    return;
  }
  pathweave_replay_write_coverage();
  _exit(PATHWEAVE_DIVERGED);
}

__attribute__((constructor(101))) static void prepare(void) {
  static const int deadly[] = {SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGXCPU, SIGXFSZ};
  if (!getenv("PATHWEAVE_REPLAY")) return;
  take_environment();
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  set_limits();
  stay_in_group();
  struct sigaction on_time = {.sa_sigaction = time_is_up, .sa_flags = SA_SIGINFO | SA_RESTART};
  sigaction(SIGTERM, &on_time, NULL);
  atexit(pathweave_replay_write_coverage);
  if (__sanitizer_set_death_callback) {
    __sanitizer_set_death_callback(pathweave_replay_write_coverage);
    return;
  }
  for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++) signal(deadly[i], die);
}
