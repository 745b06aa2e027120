// __sync and __atomic builtins on all widths.
#include <stdint.h>
#include <stdio.h>
static uint8_t b = 250;
static uint16_t h = 65530;
static uint32_t w = 4294967290u;
static uint64_t d = 1;
int main(void) {
  for (int i = 0; i < 8; i++) { __sync_fetch_and_add(&b, 1); __sync_add_and_fetch(&h, 1); __atomic_add_fetch(&w, 1, __ATOMIC_SEQ_CST); }
  printf("%u %u %u\n", b, h, w);
  printf("%d %lu\n", __sync_bool_compare_and_swap(&d, 1, 77), (unsigned long)__sync_val_compare_and_swap(&d, 77, 78));
  printf("%lu\n", (unsigned long)__atomic_exchange_n(&d, 5, __ATOMIC_ACQ_REL));
  printf("%lu %lu\n", (unsigned long)__atomic_fetch_nand(&d, 4, __ATOMIC_RELAXED), (unsigned long)d);
  uint64_t e = 3, want = ~4ull;
  printf("%d %lx %lx\n", __atomic_compare_exchange(&d, &want, &e, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST), (unsigned long)d, (unsigned long)want);
  uint64_t out;
  __atomic_load(&d, &out, __ATOMIC_ACQUIRE);
  printf("%lu\n", (unsigned long)out);
  int32_t m = -5;
  printf("%d %d\n", __sync_fetch_and_sub(&m, 10), __sync_or_and_fetch(&m, 1));
  __sync_synchronize();
  int lock = 0;
  printf("%d ", __sync_lock_test_and_set(&lock, 1));
  __sync_lock_release(&lock);
  printf("%d\n", lock);
  return 0;
}
