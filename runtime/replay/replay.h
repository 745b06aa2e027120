/* What the parts of the native replay share.
 *
 * Everything a program could define itself is weak: its own definition wins. Nothing here is
 * compiled with sanitizers or coverage, so that frames and branches of ours never show up. */
#ifndef PATHWEAVE_REPLAY_H
#define PATHWEAVE_REPLAY_H

#include <stddef.h>
#include <stdint.h>

#define WEAK __attribute__((weak))
#define HIDDEN __attribute__((visibility("hidden")))

/* The exit code of a run that left the test's path. */
#define PATHWEAVE_DIVERGED 113

/* The kinds of inputs, as the test file has them. */
enum pathweave_source {
  SOURCE_SYMBOLIC = 's',
  SOURCE_NONDET = 'n',
  SOURCE_PARAMETER = 'p',
  SOURCE_OBJECT = 'o',
  SOURCE_GLOBAL = 'g',
  SOURCE_FUZZER = 'f',
};

/* $PATHWEAVE_TEST and $PATHWEAVE_COVERAGE, which the program does not see. */
HIDDEN extern const char *pathweave_replay_test, *pathweave_replay_coverage;

/* Prints a line that the judge looks for. */
HIDDEN void pathweave_replay_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Ends the run: the program is not where the test says it should be. */
HIDDEN __attribute__((noreturn)) void pathweave_replay_diverge(const char *format, ...)
    __attribute__((format(printf, 1, 2)));

/* Copies the next input that the program asks for. */
HIDDEN void pathweave_replay_next(enum pathweave_source source, const char *name, void *to,
                                  size_t size);

/* Whether the next input has this source and size. */
HIDDEN int pathweave_replay_is_next(enum pathweave_source source, size_t size);

/* For generated drivers: a parameter, a global, the result, the data of a fuzz target. */
void pathweave_replay_parameter(unsigned index, const char *name, void *to, size_t size);
void pathweave_replay_global(const char *symbol, void *to, size_t size);
void pathweave_replay_returned(const void *result, size_t size);
void *pathweave_replay_fuzzer_data(size_t *size);

/* Writes the counters of the program's branches to $PATHWEAVE_COVERAGE; once. */
HIDDEN void pathweave_replay_write_coverage(void);

#endif
