//@ run: --stack-depth 50
//@ stderr: stack-depth
static int down(int n) {
  return n ? down(n - 1) + 1 : 0; //~ LIMIT
}
int main(void) { return down(60); }
