//@ files: yes
// fread and fwrite of structs, random access, update mode.
#include <stdio.h>
#include <string.h>
struct rec { int id; double value; char name[12]; };
int main(void) {
  FILE *f = fopen("data.bin", "wb");
  for (int i = 0; i < 10; i++) {
    struct rec r;
    memset(&r, 0, sizeof r);
    r.id = i;
    r.value = i * 1.5;
    snprintf(r.name, sizeof r.name, "rec%d", i * 7);
    if (fwrite(&r, sizeof r, 1, f) != 1) return 1;
  }
  fclose(f);
  f = fopen("data.bin", "r+b");
  fseek(f, 0, SEEK_END);
  long n = ftell(f) / (long)sizeof(struct rec);
  printf("%ld\n", n);
  for (long i = n - 1; i >= 0; i -= 3) {
    struct rec r;
    fseek(f, i * (long)sizeof r, SEEK_SET);
    printf("%zu ", fread(&r, sizeof r, 1, f));
    printf("%d %g %s\n", r.id, r.value, r.name);
  }
  struct rec z;
  memset(&z, 0, sizeof z);
  z.id = -1;
  fseek(f, 4 * (long)sizeof z, SEEK_SET);
  fwrite(&z, sizeof z, 1, f);
  rewind(f);
  struct rec all[12];
  size_t got = fread(all, sizeof all[0], 12, f);
  int s = 0;
  for (size_t i = 0; i < got; i++) s = s * 3 + all[i].id;
  printf("%zu %d %d\n", got, s, feof(f) != 0);
  fclose(f);
  return 0;
}
