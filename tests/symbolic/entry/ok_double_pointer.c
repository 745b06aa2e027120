//@ entry: head
//@ clean: int *p = 0; head(&p); head(0)
int head(int **list) {
  if (!list || !*list)
    return 0;
  return **list;
}
