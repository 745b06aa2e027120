// What the optimiser makes vectors of, vector extensions, atomics and floats.
typedef int v4 __attribute__((vector_size(16)));
typedef float f8 __attribute__((vector_size(32)));
v4 lanes(v4 a, v4 b) { return (a + b) * (a > b) + __builtin_shufflevector(a, b, 0, 5, 2, 7); }
f8 fused(f8 a, f8 b, f8 c) { return a * b + c; }
int lane(v4 a, int i) { a[i] = 3; return a[2]; }
float dot(float *a, float *b, int n) { float s = 0; for (int i = 0; i < n; i++) s += a[i] * b[i]; return s; }
void scale(int *restrict a, int *restrict b, int n) { for (int i = 0; i < n; i++) a[i] = b[i] * 3 + a[i]; }
unsigned char greatest(unsigned char *p, int n) { unsigned char m = 0; for (int i = 0; i < n; i++) m = p[i] > m ? p[i] : m; return m; }
void gather(double *out, double **in, int n) { for (int i = 0; i < n; i++) out[i] = *in[i]; }
void strided(short *p) { for (int i = 0; i < 64; i++) p[2 * i] ^= p[2 * i + 1] >> 3; }
int atomics(int *p) {
  int e = 1;
  __atomic_compare_exchange_n(p, &e, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED);
  __sync_fetch_and_add(p, 3);
  __atomic_fetch_nand(p, 3, __ATOMIC_ACQ_REL);
  __atomic_exchange_n(p, 5, __ATOMIC_RELEASE);
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  __atomic_store_n(p, 7, __ATOMIC_RELEASE);
  return __atomic_load_n(p, __ATOMIC_ACQUIRE);
}
volatile int device;
int poll(void) { while (!device) {} return device; }
double mix(double x, float y, long l) { return x < y ? -x : x != x ? (double)l : __builtin_sqrt(x) + __builtin_fabs(y); }
int nan_order(double a, double b) { return !(a < b) + (a <= b) * 2 + __builtin_isunordered(a, b); }
#if __clang_major__ >= 15
_Float16 half_sum(_Float16 a, _Float16 b) { return a + b; }
#endif
