/* Branch counters of code compiled by clang with --coverage.
 *
 * The compiler calls these functions to write out the counters of each file; compiler-rt has its
 * own, which need a library that is not always installed and lose everything in a crash. The
 * output is text for pathweave-replay: `file NAME`, `function IDENT CHECKSUM`, `arcs COUNT...`. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

typedef void writeout(void);

static struct module {
  writeout *write;
  struct module *next;
} *modules;

static FILE *coverage_file;
static int coverage_is_written;

void llvm_gcov_init(writeout *write, writeout *reset) {
  (void)reset;
  struct module *module = malloc(sizeof *module);
  if (!module) return;
  module->write = write;
  module->next = modules;
  modules = module;
}

void llvm_gcda_start_file(const char *name, uint32_t version, uint32_t checksum) {
  (void)version;
  fprintf(coverage_file, "file %s\nchecksum %u\n", name, checksum);
}

void llvm_gcda_emit_function(uint32_t ident, uint32_t checksum, uint32_t graph) {
  fprintf(coverage_file, "function %u %u %u\n", ident, checksum, graph);
}

void llvm_gcda_emit_arcs(uint32_t count, const uint64_t *counters) {
  fputs("arcs", coverage_file);
  for (uint32_t i = 0; i < count; i++) {
    fprintf(coverage_file, " %llu", (unsigned long long)counters[i]);
  }
  fputc('\n', coverage_file);
}

void llvm_gcda_summary_info(void) {}

void llvm_gcda_end_file(void) {}

void llvm_gcov_reset(void) {}

void pathweave_replay_write_coverage(void) {
  const char *path = getenv("PATHWEAVE_COVERAGE");
  if (coverage_is_written || !modules || !path) return;
  coverage_is_written = 1;
  coverage_file = fopen(path, "a");
  if (!coverage_file) return;
  for (struct module *module = modules; module; module = module->next) module->write();
  fclose(coverage_file);
}
