
static size_t test_position;

static void test_give(const char *name, void *to, size_t size) {
  if (!test_inputs[test_position].name || test_inputs[test_position].size != size) {
    fprintf(stderr, "diverged: the program asks for %s, which is not the test's next input\n", name);
    _exit(113);
  }
  memcpy(to, test_inputs[test_position++].value, size);
}
