//@ entry: name_length
//@ clean: name_length(3); name_length(blue)
enum colour { red, green, blue };
static const unsigned char lengths[3] = {3, 5, 4};
int name_length(enum colour c) {
  switch (c) {
  case red: return lengths[red];
  case green: return lengths[green];
  case blue: return lengths[blue];
  }
  return -1;
}
