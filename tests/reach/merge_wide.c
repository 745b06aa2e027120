// A number that is wider than the term on the other side.
//@ code: 0
//@ target: merge_wide.c:10
#include <klee/klee.h>
int g;
int main(){ unsigned char b; klee_make_symbolic(&b,1,"b");
 int n=klee_int("n"); int c;
 if(n==0) c=-1; else c=b;
 if(c==-1)
   g++; //T
 return 0; }
