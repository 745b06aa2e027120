/* Every intrinsic of klee/klee.h and pathweave.h; the ends of a path are chosen by an input. */
#include <errno.h>
#include <klee/klee.h>
#include <pathweave.h>
#include <stdlib.h>
#include <string.h>

static void need(int condition) {
  if (!condition)
    exit(9);
}

static void search(void) {
  int object = 1;
  klee_prefer_cex(&object, object == 1);
  klee_posix_prefer_cex(&object, object == 1);
  klee_mark_global(&object);
  klee_warning("w");
  klee_warning_once("w");
  klee_print_expr("e", object);
  klee_print_range("r", object);
  klee_stack_trace();
  klee_set_forking(0);
  klee_open_merge();
  klee_close_merge();
  klee_alias_function("a", "b");
}

static void questions(void) {
  char *block = malloc(12);
  need(klee_is_symbolic(1) == 0 && klee_is_replay() == 1 && pathweave_is_replay() == 1);
  errno = 5;
  need(klee_get_errno() == 5);
  need(klee_get_obj_size(block) == 12);
  klee_check_memory_access(block, 12);
  need(klee_get_valuef(1.5f) == 1.5f && klee_get_valued(2.5) == 2.5);
  need(klee_get_valuel(-3) == -3 && klee_get_valuell(-4) == -4);
  need(klee_get_value_i32(-5) == -5 && klee_get_value_i64(-6) == -6);
  free(block);
  char *fixed = (char *)0x10000000;
  klee_define_fixed_object(fixed, 8);
  fixed[7] = 1;
}

static void values(void) {
  need(klee_int("i") == -1);
  need(klee_range(3, 4, "single") == 3);
  need(klee_range(-2, 5, "range") == 4);
  need(klee_choose(3) == 2);
  need(pathweave_bool("bool") == 1);
  need(pathweave_char("char") == 'c' && pathweave_schar("schar") == -2);
  need(pathweave_uchar("uchar") == 200);
  need(pathweave_short("short") == -300 && pathweave_ushort("ushort") == 60000);
  need(pathweave_int("int") == -70000 && pathweave_uint("uint") == 4000000000u);
  need(pathweave_long("long") == -5000000000 && pathweave_ulong("ulong") == 5000000000u);
  need(pathweave_longlong("longlong") == -6000000000);
  need(pathweave_ulonglong("ulonglong") == 6000000000u);
  need(pathweave_size("size") == 77);
  need(pathweave_float("float") == 0.25f && pathweave_double("double") == -0.125);
  need(pathweave_range(0, 9, "prange") == 8);
}

int main(void) {
  char end;
  pathweave_make_symbolic(&end, 1, "end");
  klee_assume(end != 0);
  pathweave_assume(end != 0);
  klee_assert(end != 'x');
  switch (end) {
  case 'a':
    klee_abort();
  case 'f':
    pathweave_fail("f");
  case 'r':
    klee_report_error("intrinsics.c", 7, "reported", "err");
  case 's':
    klee_silent_exit(4);
  }
  search();
  questions();
  values();
  int last;
  klee_make_symbolic(&last, sizeof last, 0);
  return last;
}
