// cJSON on N bytes of any contents: parsed, printed in both ways, parsed again, compared, freed.
#include <stdlib.h>
#include <string.h>
#include "cJSON.h"
#ifndef N
#define N 10
#endif
void klee_make_symbolic(void *, unsigned long, const char *);

int main(void) {
  char text[N];
  klee_make_symbolic(text, sizeof text, "text");
  cJSON *value = cJSON_ParseWithLength(text, sizeof text);
  if (value == NULL) return 1;
  int status = 0;
  char *pretty = cJSON_Print(value);
  char *plain = cJSON_PrintUnformatted(value);
  cJSON *again = plain ? cJSON_Parse(plain) : NULL;
  if (pretty == NULL || plain == NULL || again == NULL) status = 2;
  else if (!cJSON_Compare(value, again, 1)) status = 3;
  cJSON_Delete(again);
  free(plain);
  free(pretty);
  cJSON_Delete(value);
  return status;
}
