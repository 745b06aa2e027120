// 3 = `? :` with loads in its arms is a branch, twice: x>y; x<=y splits on y==7.
//@ paths: 3
//@ entry: larger
//@ domain: x: 0..9
//@ domain: y: 0..9
int larger(int x, int y) {
  return x > y ? x * 2 : y == 7 ? x + y : y * 2;
}
