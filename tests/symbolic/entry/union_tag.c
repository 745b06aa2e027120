// The tag says which member is valid; one tag is read as the wrong member.
//@ entry: value
//@ witness: struct variant v = {2, {5}}; value(&v)
struct variant {
  int tag;
  union {
    unsigned index;
    int number;
    unsigned char bytes[4];
  } as;
};
int value(const struct variant *v) {
  static const int table[5] = {2, 3, 5, 7, 11};
  if (!v)
    return 0;
  if (v->tag == 1)
    return v->as.number;
  if (v->tag == 2 && v->as.bytes[1] == 0 && v->as.bytes[2] == 0 && v->as.bytes[3] == 0)
    return table[v->as.index & 7]; //~ BUG out-of-bounds-read
  return 0;
}
