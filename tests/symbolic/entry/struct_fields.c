// A structure behind a pointer, with a buffer and its own idea of the length (up to 8 it stays in the padding).
//@ entry: last
//@ witness: struct message m = {20, {0}}; last(&m)
struct message {
  unsigned length;
  unsigned char body[6];
};
int last(const struct message *m) {
  if (!m || m->length == 0)
    return -1;
  return m->body[m->length - 1]; //~ BUG out-of-bounds-read
}
