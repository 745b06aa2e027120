// Over-aligned objects on the stack, in globals, in structs and in arrays.
#include <stdalign.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
struct line { alignas(32) int v; };
static alignas(64) char global[10];
static struct line lines[3];
typedef int wide __attribute__((aligned(128)));
static int check(void *p, uintptr_t a) { return (uintptr_t)p % a == 0; }
int main(void) {
  alignas(256) char local[3];
  wide w = 5;
  struct { char c; alignas(8) char d; } s = {'x', 'y'};
  printf("%d %d %d\n", check(global, 64), check(local, 256), check(&w, 128));
  printf("%zu %zu %d %d\n", sizeof(struct line), sizeof lines, check(&lines[1], 32), check(&lines[2], 32));
  printf("%zu %d %c\n", sizeof s, (int)((char *)&s.d - (char *)&s), s.d);
  printf("%zu %zu\n", alignof(struct line), alignof(max_align_t));
  lines[2].v = 8;
  printf("%d\n", lines[2].v + w);
  return 0;
}
