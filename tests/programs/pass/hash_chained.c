// Hash table with chains, growth, deletion; keys are strings.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct entry { struct entry *next; unsigned hash; int value; char key[]; };
struct map { struct entry **slot; unsigned cap, n; };
static unsigned hash(const char *s) { unsigned h = 2166136261u; while (*s) h = (h ^ (unsigned char)*s++) * 16777619u; return h; }
static void grow(struct map *m) {
  unsigned cap = m->cap ? m->cap * 2 : 4;
  struct entry **s = calloc(cap, sizeof *s);
  for (unsigned i = 0; i < m->cap; i++)
    for (struct entry *e = m->slot[i], *n; e; e = n) { n = e->next; e->next = s[e->hash & (cap - 1)]; s[e->hash & (cap - 1)] = e; }
  free(m->slot);
  m->slot = s;
  m->cap = cap;
}
static int *at(struct map *m, const char *k) {
  unsigned h = hash(k);
  if (m->cap)
    for (struct entry *e = m->slot[h & (m->cap - 1)]; e; e = e->next)
      if (e->hash == h && !strcmp(e->key, k)) return &e->value;
  if (m->n >= m->cap) grow(m);
  struct entry *e = malloc(sizeof *e + strlen(k) + 1);
  strcpy(e->key, k);
  e->hash = h;
  e->value = 0;
  e->next = m->slot[h & (m->cap - 1)];
  m->slot[h & (m->cap - 1)] = e;
  m->n++;
  return &e->value;
}
static int erase(struct map *m, const char *k) {
  unsigned h = hash(k);
  for (struct entry **p = &m->slot[h & (m->cap - 1)]; *p; p = &(*p)->next)
    if (!strcmp((*p)->key, k)) { struct entry *d = *p; *p = d->next; free(d); m->n--; return 1; }
  return 0;
}
int main(void) {
  struct map m = {0};
  const char *text = "the cat and the dog and the bird saw the other cat by the old barn and ran";
  char word[16];
  int n = 0;
  for (const char *p = text;; p++) {
    if (*p && *p != ' ') word[n++] = *p;
    else { word[n] = 0; ++*at(&m, word); n = 0; if (!*p) break; }
  }
  printf("%u %u the=%d and=%d cat=%d\n", m.n, m.cap, *at(&m, "the"), *at(&m, "and"), *at(&m, "cat"));
  printf("%d %d %u\n", erase(&m, "dog"), erase(&m, "dog"), m.n);
  for (int i = 0; i < 300; i++) { snprintf(word, sizeof word, "k%d", i % 97); *at(&m, word) += i; }
  printf("%u %u %d\n", m.n, m.cap, *at(&m, "k13"));
  long s = 0;
  for (unsigned i = 0; i < m.cap; i++)
    for (struct entry *e = m.slot[i], *x; e; e = x) { x = e->next; s += e->value; free(e); }
  free(m.slot);
  printf("%ld\n", s);
  return 0;
}
