// A trie with counts and prefix enumeration.
#include <stdio.h>
#include <stdlib.h>
struct trie { struct trie *kid[26]; int ends, below; };
static struct trie *fresh(void) { return calloc(1, sizeof(struct trie)); }
static void add(struct trie *t, const char *w) {
  for (; *w; w++) {
    t->below++;
    struct trie **k = &t->kid[*w - 'a'];
    if (!*k) *k = fresh();
    t = *k;
  }
  t->ends++;
  t->below++;
}
static const struct trie *walk(const struct trie *t, const char *p) {
  while (t && *p) t = t->kid[*p++ - 'a'];
  return t;
}
static void list(const struct trie *t, char *buf, int n) {
  if (t->ends) { buf[n] = 0; printf("%s:%d ", buf, t->ends); }
  for (int i = 0; i < 26; i++)
    if (t->kid[i]) { buf[n] = (char)('a' + i); list(t->kid[i], buf, n + 1); }
}
static int release(struct trie *t) {
  if (!t) return 0;
  int n = 1;
  for (int i = 0; i < 26; i++) n += release(t->kid[i]);
  free(t);
  return n;
}
int main(void) {
  const char *words[] = {"car", "cart", "care", "cat", "dog", "do", "dot", "car", "carton", "a"};
  struct trie *root = fresh();
  for (unsigned i = 0; i < sizeof words / sizeof *words; i++) add(root, words[i]);
  char buf[32];
  list(root, buf, 0);
  printf("\n");
  const char *prefixes[] = {"car", "do", "x", "", "cato"};
  for (int i = 0; i < 5; i++) { const struct trie *t = walk(root, prefixes[i]); printf("'%s' %d\n", prefixes[i], t ? t->below : 0); }
  printf("%d\n", release(root));
  return 0;
}
