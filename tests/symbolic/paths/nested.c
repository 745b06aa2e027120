// 4 = leaves of the tree: x<0; x>=0,y<0; x>=0,y>=0,z<0; all non-negative.
//@ paths: 4
//@ entry: nested
//@ domain: x: -1 0
//@ domain: y: -1 0
//@ domain: z: -1 0
int nested(int x, int y, int z) {
  if (x < 0)
    return 1;
  if (y < 0)
    return 2;
  if (z < 0)
    return 3;
  return 0;
}
