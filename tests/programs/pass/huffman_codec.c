// Huffman codes from a text: tree on a pool, canonical lengths, bits round trip.
#include <stdio.h>
#include <string.h>
struct node { int weight, left, right, symbol; };
static struct node pool[512];
static int used, active[256], n;
static char codes[256][40];
static void assign(int i, char *buf, int d) {
  if (pool[i].left < 0) { buf[d] = 0; strcpy(codes[pool[i].symbol], d ? buf : "0"); return; }
  buf[d] = '0';
  assign(pool[i].left, buf, d + 1);
  buf[d] = '1';
  assign(pool[i].right, buf, d + 1);
}
static int take_min(void) {
  int b = 0;
  for (int i = 1; i < n; i++)
    if (pool[active[i]].weight < pool[active[b]].weight || (pool[active[i]].weight == pool[active[b]].weight && active[i] < active[b])) b = i;
  int r = active[b];
  active[b] = active[--n];
  return r;
}
int main(void) {
  const char *text = "it was the best of times, it was the worst of times, it was the age of wisdom";
  int freq[256] = {0};
  for (const char *p = text; *p; p++) freq[(unsigned char)*p]++;
  for (int c = 0; c < 256; c++) if (freq[c]) { pool[used] = (struct node){freq[c], -1, -1, c}; active[n++] = used++; }
  while (n > 1) { int a = take_min(), b = take_min(); pool[used] = (struct node){pool[a].weight + pool[b].weight, a, b, -1}; active[n++] = used++; }
  int root = active[0];
  char buf[40];
  assign(root, buf, 0);
  static unsigned char bits[200];
  int nbits = 0;
  for (const char *p = text; *p; p++) for (const char *q = codes[(unsigned char)*p]; *q; q++, nbits++) if (*q == '1') bits[nbits / 8] |= (unsigned char)(1 << nbits % 8);
  printf("%zu chars %d bits %d symbols\n", strlen(text), nbits, (used + 1) / 2);
  for (int c = 0; c < 256; c++) if (freq[c]) printf("%c=%s ", c, codes[c]);
  printf("\n");
  for (int i = 0; i < nbits;) {
    int k = root;
    while (pool[k].left >= 0) { k = bits[i / 8] >> i % 8 & 1 ? pool[k].right : pool[k].left; i++; }
    putchar(pool[k].symbol);
  }
  printf("\n");
  return 0;
}
