// Arrays of structs sorted by different fields through an index array.
#include <stdio.h>
#include <string.h>
struct person { char name[12]; int age; float height; struct { short y, m, d; } born; };
static const struct person people[] = {
  {"Ada", 36, 1.65f, {1815, 12, 10}}, {"Grace", 85, 1.68f, {1906, 12, 9}}, {"Alan", 41, 1.78f, {1912, 6, 23}},
  {"Edsger", 72, 1.80f, {1930, 5, 11}}, {"Barbara", 60, 1.63f, {1939, 11, 7}},
};
enum { N = sizeof people / sizeof people[0] };
static int less(const struct person *a, const struct person *b, int key) {
  switch (key) {
  case 0: return strcmp(a->name, b->name) < 0;
  case 1: return a->age < b->age;
  case 2: return a->height < b->height;
  default: return a->born.y * 10000 + a->born.m * 100 + a->born.d < b->born.y * 10000 + b->born.m * 100 + b->born.d;
  }
}
int main(void) {
  for (int key = 0; key < 4; key++) {
    int idx[N];
    for (int i = 0; i < N; i++) {
      int j = i;
      for (; j > 0 && less(&people[i], &people[idx[j - 1]], key); j--) idx[j] = idx[j - 1];
      idx[j] = i;
    }
    for (int i = 0; i < N; i++) printf("%s(%d,%.2f,%d) ", people[idx[i]].name, people[idx[i]].age, people[idx[i]].height, people[idx[i]].born.m);
    printf("\n");
  }
  struct person copy[N];
  memcpy(copy, people, sizeof people);
  copy[2].born.d++;
  printf("%d %d %zu\n", copy[2].born.d, people[2].born.d, sizeof copy);
  return 0;
}
