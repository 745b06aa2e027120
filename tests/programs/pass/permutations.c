// Permutations by Heap's algorithm and by lexicographic order, subsets, combinations.
#include <stdio.h>
#include <string.h>
static int count;
static unsigned h = 17;
static void visit(const char *s) { count++; for (; *s; s++) h = h * 31 + (unsigned char)*s; }
static void heap(char *s, int k) {
  if (k == 1) { visit(s); return; }
  for (int i = 0; i < k; i++) { heap(s, k - 1); int j = k % 2 ? 0 : i; char t = s[j]; s[j] = s[k - 1]; s[k - 1] = t; }
}
static int next(char *s) {
  int n = (int)strlen(s), i = n - 2;
  while (i >= 0 && s[i] >= s[i + 1]) i--;
  if (i < 0) return 0;
  int j = n - 1;
  while (s[j] <= s[i]) j--;
  char t = s[i]; s[i] = s[j]; s[j] = t;
  for (int a = i + 1, b = n - 1; a < b; a++, b--) { t = s[a]; s[a] = s[b]; s[b] = t; }
  return 1;
}
static int choose(int n, int k, int from, int *pick, int depth) {
  if (depth == k) { for (int i = 0; i < k; i++) printf("%d", pick[i]); printf(" "); return 1; }
  int c = 0;
  for (int i = from; i < n; i++) { pick[depth] = i; c += choose(n, k, i + 1, pick, depth + 1); }
  return c;
}
int main(void) {
  char s[] = "abcdef";
  heap(s, 6);
  printf("%d %u\n", count, h);
  char m[] = "aabbc";
  int n = 0;
  do { n++; if (n % 7 == 1) printf("%s ", m); } while (next(m));
  printf("%d\n", n);
  int pick[5];
  printf("= %d\n", choose(5, 3, 0, pick, 0));
  int sets = 0;
  for (unsigned b = 0; b < 256; b++) { int t = 0; for (int i = 0; i < 8; i++) if (b >> i & 1) t += i * i; sets += t == 50; }
  printf("%d\n", sets);
  return 0;
}
