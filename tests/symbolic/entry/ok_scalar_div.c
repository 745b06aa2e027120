//@ entry: average
//@ clean: average(1, 0); average(5, 2); average(-1, 0)
int average(int sum, unsigned char count) {
  if (sum < 0 || count == 0)
    return 0;
  return sum / count;
}
