//@ entry: last
//@ clean: struct message m = {7, {0}}, n = {6, {0}}; last(&m); last(&n)
struct message {
  unsigned length;
  unsigned char body[6];
};
int last(const struct message *m) {
  if (!m || m->length == 0 || m->length > sizeof m->body)
    return -1;
  return m->body[m->length - 1];
}
