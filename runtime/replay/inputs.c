/* The inputs of the test: read once, handed out in order.
 *
 * The file is written by pathweave-replay; it is checked all the same, since it can be truncated.
 * Numbers are little-endian. Memory that inputs point to is a heap block of exactly its size, so
 * that a sanitizer sees every access outside. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct input {
  unsigned char source;
  uint32_t index;
  const char *name;
  uint32_t name_length;
  unsigned char *bytes;
  uint32_t size;
  const unsigned char *links;
  uint32_t link_count;
  void *block;
};

#define LINK_SIZE 16u
#define NO_INPUT 0xffffffffu

static struct input *inputs;
static uint32_t input_count;
static uint32_t next_input;
static int inputs_are_read;

static unsigned char *test_bytes;
static size_t test_size, test_at;

static unsigned char *take(size_t size) {
  if (size > test_size - test_at) pathweave_replay_diverge("the test file ends early");
  unsigned char *at = test_bytes + test_at;
  test_at += size;
  return at;
}

static uint32_t number_at(const unsigned char *at) {
  return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static uint32_t take_number(void) { return number_at(take(4)); }

static void read_file(const char *path) {
  struct stat about;
  int file = open(path, O_RDONLY);
  if (file < 0 || fstat(file, &about) != 0) pathweave_replay_diverge("%s cannot be read", path);
  test_size = about.st_size;
  test_bytes = malloc(test_size + 1);
  size_t got = 0;
  while (got < test_size) {
    ssize_t more = read(file, test_bytes + got, test_size - got);
    if (more <= 0) pathweave_replay_diverge("%s cannot be read", path);
    got += more;
  }
  close(file);
}

static void read_inputs(void) {
  static const char magic[] = "PATHWEAVE-TEST 1\n";
  if (inputs_are_read) return;
  inputs_are_read = 1;
  const char *path = pathweave_replay_test;
  if (!path) pathweave_replay_diverge("PATHWEAVE_TEST does not name a test");
  read_file(path);
  if (memcmp(take(sizeof magic - 1), magic, sizeof magic - 1) != 0) {
    pathweave_replay_diverge("%s is not a test", path);
  }
  input_count = take_number();
  inputs = calloc(input_count + 1, sizeof *inputs);
  for (uint32_t i = 0; i < input_count; i++) {
    struct input *input = &inputs[i];
    input->source = *take(1);
    input->index = take_number();
    input->name_length = take_number();
    input->name = (const char *)take(input->name_length);
    input->size = take_number();
    input->bytes = take(input->size);
    input->link_count = take_number();
    input->links = take((size_t)input->link_count * LINK_SIZE);
  }
}

static void copy_value(const struct input *input, void *to);
static struct input *peek(void);
static int same_name(const struct input *input, const char *name);

/* What a call returns, in the registers for integers and for floating-point numbers. */
struct returned {
  uint64_t word;
  double number;
};

/* What pointers to code in the input point to: returns what the test says. */
static struct returned unknown_function(void) {
  struct returned returned = {0, 0};
  struct input *input = peek();
  if (!input || input->source != SOURCE_NONDET || !same_name(input, "callback") ||
      input->size > sizeof returned.word) {
    pathweave_replay_diverge("a function of the input is called, the test does not say so");
  }
  next_input++;
  copy_value(input, &returned.word);
  memcpy(&returned.number, &returned.word, sizeof returned.number);
  return returned;
}

/* Whether an object is code: it has the name of a call. */
static int is_function(const struct input *input) {
  uint32_t length = input->name_length;
  return input->size == 0 && length > 2 && memcmp(input->name + length - 2, "()", 2) == 0;
}

/* The heap block of an object; made when first needed, so that cycles end. */
static void *block_of(uint32_t index) {
  if (index >= input_count || inputs[index].source != SOURCE_OBJECT) {
    pathweave_replay_diverge("a pointer leads to an input that is no object");
  }
  struct input *input = &inputs[index];
  if (is_function(input)) return (void *)unknown_function;
  if (!input->block) {
    input->block = malloc(input->size);
    copy_value(input, input->block);
  }
  return input->block;
}

/* Copies the bytes with the pointers in them made real. */
static void copy_value(const struct input *input, void *to) {
  memcpy(to, input->bytes, input->size);
  for (uint32_t i = 0; i < input->link_count; i++) {
    const unsigned char *link = input->links + i * LINK_SIZE;
    uint32_t at = number_at(link), target = number_at(link + 4);
    uint64_t offset = number_at(link + 8) | (uint64_t)number_at(link + 12) << 32;
    uintptr_t pointer = target == NO_INPUT ? 0 : (uintptr_t)block_of(target) + offset;
    if (at > input->size || input->size - at < sizeof pointer) {
      pathweave_replay_diverge("a pointer lies outside its input");
    }
    memcpy((char *)to + at, &pointer, sizeof pointer);
  }
}

static int is_asked_for(const struct input *input) {
  return input->source == SOURCE_SYMBOLIC || input->source == SOURCE_NONDET;
}

static struct input *peek(void) {
  read_inputs();
  while (next_input < input_count && !is_asked_for(&inputs[next_input])) next_input++;
  return next_input < input_count ? &inputs[next_input] : NULL;
}

/* Equal, or the test's has a number added that tells it from earlier ones. */
static int same_name(const struct input *input, const char *name) {
  size_t length = strlen(name);
  if (input->name_length < length || memcmp(input->name, name, length) != 0) return 0;
  if (input->name_length == length) return 1;
  if (input->name[length] != '_') return 0;
  for (size_t i = length + 1; i < input->name_length; i++) {
    if (input->name[i] < '0' || input->name[i] > '9') return 0;
  }
  return input->name_length > length + 1;
}

int pathweave_replay_is_next(enum pathweave_source source, size_t size) {
  struct input *input = peek();
  return input && input->source == source && input->size == size;
}

void pathweave_replay_next(enum pathweave_source source, const char *name, void *to, size_t size) {
  struct input *input = peek();
  if (!name) name = "unnamed";
  if (!input) pathweave_replay_diverge("the program asks for %s, the test has no more inputs", name);
  if (input->source != source || !same_name(input, name)) {
    pathweave_replay_diverge("the program asks for %s, the test has %.*s", name,
                             (int)input->name_length, input->name);
  }
  if (input->size != size) {
    pathweave_replay_diverge("%s has %zu bytes, in the test %u", name, size, input->size);
  }
  next_input++;
  copy_value(input, to);
}

void pathweave_replay_parameter(unsigned index, const char *name, void *to, size_t size) {
  read_inputs();
  for (uint32_t i = 0; i < input_count; i++) {
    if (inputs[i].source != SOURCE_PARAMETER || inputs[i].index != index) continue;
    if (inputs[i].size != size) {
      pathweave_replay_diverge("parameter %s has %zu bytes, in the test %u", name, size,
                               inputs[i].size);
    }
    copy_value(&inputs[i], to);
    return;
  }
  memset(to, 0, size);
}

void pathweave_replay_global(const char *symbol, void *to, size_t size) {
  read_inputs();
  for (uint32_t i = 0; i < input_count; i++) {
    struct input *input = &inputs[i];
    if (input->source != SOURCE_GLOBAL || !same_name(input, symbol)) continue;
    if (input->size != size) {
      pathweave_replay_diverge("%s has %zu bytes, in the test %u", symbol, size, input->size);
    }
    copy_value(input, to);
    return;
  }
}

void *pathweave_replay_fuzzer_data(size_t *size) {
  read_inputs();
  for (uint32_t i = 0; i < input_count; i++) {
    if (inputs[i].source != SOURCE_FUZZER) continue;
    void *data = malloc(inputs[i].size);
    memcpy(data, inputs[i].bytes, inputs[i].size);
    *size = inputs[i].size;
    return data;
  }
  *size = 0;
  return malloc(0);
}
