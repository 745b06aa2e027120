// Loops that the optimiser vectorises: sums, dot products, saxpy, max, bytes.
#include <stdint.h>
#include <stdio.h>
enum { N = 203 };
static int32_t a[N], b[N], c[N];
static float x[N], y[N];
static uint8_t u[N], v[N];
static int16_t s[N];
int main(void) {
  for (int i = 0; i < N; i++) { a[i] = i * 7 - 300; b[i] = 500 - i * 3; x[i] = (float)i / 4; y[i] = (float)(N - i); u[i] = (uint8_t)(i * 5); v[i] = (uint8_t)(255 - i); s[i] = (int16_t)(i * 331); }
  for (int i = 0; i < N; i++) c[i] = a[i] * b[i] + (a[i] > b[i] ? a[i] : b[i]);
  long sum = 0;
  int mx = c[0], mn = c[0], cnt = 0;
  for (int i = 0; i < N; i++) { sum += c[i]; mx = c[i] > mx ? c[i] : mx; mn = c[i] < mn ? c[i] : mn; cnt += c[i] & 1; }
  printf("%ld %d %d %d\n", sum, mx, mn, cnt);
  for (int i = 0; i < N; i++) y[i] += 2.5f * x[i];
  float fs = 0;
  for (int i = 0; i < N; i++) fs += y[i];
  printf("%a %a\n", (double)fs, (double)y[N - 1]);
  for (int i = 0; i < N; i++) u[i] = (uint8_t)(u[i] + v[i] > 255 ? 255 : u[i] + v[i]);
  unsigned us = 0, sad = 0;
  for (int i = 0; i < N; i++) { us += u[i]; sad += (unsigned)(u[i] > v[i] ? u[i] - v[i] : v[i] - u[i]); }
  printf("%u %u\n", us, sad);
  int64_t dot = 0;
  for (int i = 0; i < N; i++) dot += (int64_t)s[i] * s[N - 1 - i];
  printf("%ld\n", (long)dot);
  for (int i = 0; i < N; i++) c[i] = (int32_t)x[i] ^ (c[i] >> 3);
  uint32_t h = 0;
  for (int i = 0; i < N; i++) h ^= (uint32_t)c[i] << (i & 7);
  printf("%u\n", h);
  for (int i = 0; i < N / 2; i++) { int32_t t = a[i]; a[i] = a[N - 1 - i]; a[N - 1 - i] = t; }
  printf("%d %d %d\n", a[0], a[101], a[N - 1]);
  return 0;
}
