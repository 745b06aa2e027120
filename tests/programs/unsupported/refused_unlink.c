//@ native: no
#include <unistd.h>
int main(void) {
  return unlink("/tmp/pathweave-must-not-delete-this"); //~ UNSUPPORTED unlink
}
