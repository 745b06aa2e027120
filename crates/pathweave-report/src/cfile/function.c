
/* A result in the registers for integers and for floating-point numbers. */
struct test_returned {
  uint64_t word;
  double number;
};

/* It is called as a function of any type. */
__attribute__((no_sanitize("function"))) static struct test_returned test_function(void) {
  struct test_returned returned = {0, 0};
  const char *name = test_inputs[test_position].name;
  size_t size = test_inputs[test_position].size;
  if (!name || strcmp(name, "callback") != 0 || size > sizeof returned.word) {
    fputs("diverged: a function of the input is called, the test does not say so\n", stderr);
    _exit(113);
  }
  test_give(name, &returned.word, size);
  memcpy(&returned.number, &returned.word, sizeof returned.number);
  return returned;
}
