/* Native code that exploration does not see. */
int hash(int x) { return x == 6 ? 100 : x * 7919 + 13; }
