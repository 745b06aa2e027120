// stdatomic.h, run by one thread: loads, stores, fetch-ops, compare-exchange.
#include <stdatomic.h>
#include <stdio.h>
static atomic_int counter = 5;
static _Atomic unsigned long wide;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static _Atomic(int *) head;
int main(void) {
  printf("%d %d\n", atomic_fetch_add(&counter, 3), atomic_load(&counter));
  printf("%d %d\n", atomic_fetch_sub_explicit(&counter, 1, memory_order_relaxed), (int)counter);
  printf("%d %d %d\n", atomic_fetch_or(&counter, 8), atomic_fetch_and(&counter, 12), atomic_fetch_xor(&counter, 5));
  printf("%d\n", atomic_exchange(&counter, 100));
  int want = 99;
  printf("%d ", atomic_compare_exchange_strong(&counter, &want, 1));
  printf("%d ", want);
  printf("%d %d\n", atomic_compare_exchange_strong(&counter, &want, 1), (int)counter);
  while (!atomic_compare_exchange_weak(&counter, &(int){1}, 2)) {}
  wide = 1;
  for (int i = 0; i < 40; i++) wide = wide * 3 + 1;
  wide++;
  wide -= 7;
  printf("%lu\n", (unsigned long)wide);
  printf("%d %d\n", atomic_flag_test_and_set(&lock), atomic_flag_test_and_set(&lock));
  atomic_flag_clear(&lock);
  printf("%d\n", atomic_flag_test_and_set(&lock));
  int x = 9;
  atomic_store_explicit(&head, &x, memory_order_release);
  printf("%d\n", *atomic_load_explicit(&head, memory_order_acquire));
  atomic_thread_fence(memory_order_seq_cst);
  _Atomic short s = 3;
  s *= 4;
  s <<= 2;
  printf("%d\n", s);
  return 0;
}
