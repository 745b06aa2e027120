/* Branch counters of code compiled by clang with --coverage.
 *
 * The compiler calls these functions to write out the counters of each file; compiler-rt has its
 * own, which need a library that is not always installed and lose everything in a crash. The
 * output is text for pathweave-replay: `file NAME`, `function IDENT CHECKSUM`, `arcs COUNT...`,
 * and `frame OFFSET` for each function that was entered and will not be left any more. */
#include <fcntl.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <unwind.h>

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

/* Where the program begins and ends in memory: from the linker. */
extern char __executable_start, etext;

static uintptr_t load_address;

/* The program itself is the first of the loaded objects. */
static int find_load_address(struct dl_phdr_info *object, size_t size, void *unused) {
  (void)size, (void)unused;
  load_address = object->dlpi_addr;
  return 1;
}

static _Unwind_Reason_Code put_frame(struct _Unwind_Context *context, void *depth) {
  int exact = 0;
  uintptr_t at = _Unwind_GetIPInfo(context, &exact);
  /* A return address may belong to the next line already. */
  if (!exact) at--;
  if (at >= (uintptr_t)&__executable_start && at < (uintptr_t)&etext) {
    fprintf(coverage_file, "frame %llx\n", (unsigned long long)(at - load_address));
  }
  return ++*(int *)depth < 256 ? _URC_NO_REASON : _URC_END_OF_STACK;
}

/* Counters first: walking a broken stack can kill. */
void pathweave_replay_write_coverage(void) {
  const char *path = pathweave_replay_coverage;
  int depth = 0;
  if (coverage_is_written || !path) return;
  coverage_is_written = 1;
  coverage_file = fopen(path, "a");
  if (!coverage_file) return;
  for (struct module *module = modules; module; module = module->next) module->write();
  fflush(coverage_file);
  dl_iterate_phdr(find_load_address, NULL);
  _Unwind_Backtrace(put_frame, &depth);
  fclose(coverage_file);
}
