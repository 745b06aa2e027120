//@ entry: decide
//@ clean: decide(1); decide(2); decide(3)
int decide(int kind) {
  int result;
  if (kind == 1)
    result = 10;
  else
    result = 20;
  if (result > 15)
    return 1;
  return 0;
}
