// A negative number meets a narrow one.
//@ code: 0
//@ target: merge_negative.c:10
#include <klee/klee.h>
int g;
int main(){ int n=klee_int("n"); unsigned u; klee_make_symbolic(&u,4,"u");
 long c=u; if(n==3) c=-1L;
 for(int i=0;i<6;i++) if(klee_int("f")==i*7+9) g++;
 if(c<0 && g!=5)
   g=9; 
 return 0; }
