// A two-dimensional table, walked by symbolic row and column.
//@ entry: cell
//@ witness: cell(2, 4)
int cell(int row, int column) {
  static const int table[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
  if (row < 0 || row >= 3 || column < 0 || column > 4)
    return 0;
  return *(&table[0][0] + row * 4 + column); //~ BUG out-of-bounds-read
}
