/* The input functions of SV-COMP and Test-Comp in a native run: one for each type. */
#include <stddef.h>
#include <stdint.h>

#define NONDET(type, suffix)                                                                       \
  WEAK type __VERIFIER_nondet_##suffix(void) {                                                     \
    type value;                                                                                    \
    pathweave_replay_next(SOURCE_NONDET, #suffix, &value, sizeof value);                           \
    return value;                                                                                  \
  }

NONDET(char, char)
NONDET(signed char, schar)
NONDET(unsigned char, uchar)
NONDET(unsigned char, unsigned_char)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(unsigned, unsigned)
NONDET(unsigned, unsigned_int)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(__int128, int128)
NONDET(unsigned __int128, uint128)
NONDET(float, float)
NONDET(double, double)
NONDET(size_t, size_t)
NONDET(ptrdiff_t, ptrdiff_t)
NONDET(signed char, S8)
NONDET(unsigned char, u8)
NONDET(unsigned short, u16)
NONDET(unsigned, u32)
NONDET(unsigned long long, u64)
NONDET(signed char, s8)
NONDET(short, s16)
NONDET(int, s32)
NONDET(long long, s64)
NONDET(int8_t, int8_t)
NONDET(int16_t, int16_t)
NONDET(int32_t, int32_t)
NONDET(int64_t, int64_t)
NONDET(uint8_t, uint8_t)
NONDET(uint16_t, uint16_t)
NONDET(uint32_t, uint32_t)
NONDET(uint64_t, uint64_t)
NONDET(long long, loff_t)
NONDET(unsigned long, sector_t)
NONDET(void *, pointer)
NONDET(char *, pchar)
NONDET(char *, charp)
NONDET(const char *, const_char_pointer)

WEAK _Bool __VERIFIER_nondet_bool(void) {
  unsigned char value;
  pathweave_replay_next(SOURCE_NONDET, "bool", &value, sizeof value);
  return value != 0;
}

WEAK void __VERIFIER_nondet_memory(void *address, size_t size) {
  pathweave_replay_next(SOURCE_NONDET, "memory", address, size);
}
