// What is live in a ring of blocks is found in the time that there is.
//@ target: ring_of_blocks.c:13
//@ flags: --cflags -O2
//@ code: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>
#include <signal.h>
int g;
static int cmp(const void*a,const void*b){ int x=*(int*)a,y=*(int*)b;
  if(x==77 && y==78)
   g++; //T
  return (x>y)-(x<y); }
static void bye(void){ if(g==5)
   g++; //T
}
static void bye2(void){ if(g==6)
   _Exit(3); //T
}
__attribute__((destructor)) static void fini(void){ if(g==9)
   g++; //T
}
__attribute__((constructor)) static void init(void){ g=0;
   g=0; //T
}
static void onsig(int s){ if(g==7)
   g++; //T
}
jmp_buf jb;
static void thrower(int x){ if(x==3) longjmp(jb,x+1); }
int main(){ int w=klee_int("w"); int s=klee_int("s");
 if(w==1){ int a[3]; for(int i=0;i<3;i++) a[i]=klee_int("a"); qsort(a,3,4,cmp); }
 else if(w==2){ int a[3]={1,3,78}; int k=77; void*r=bsearch(&k,a,3,4,cmp); }
 else if(w==3){ atexit(bye); g=s; if(s==4) g=5; }
 else if(w==4){ at_quick_exit(bye2); g=s; quick_exit(0); }
 else if(w==5){ g=s; return 1; }
 else if(w==6){ signal(SIGUSR1,onsig); g=s; raise(SIGUSR1); }
 else if(w==7){ volatile int c=0; int r=setjmp(jb); c++; if(c==3)
   g++; //T
   if(c<4) thrower(s); if(r==4 && c==4)
   g++; //T
 }
 else if(w==8){ void *t[]={&&l1,&&l2,&&l3}; goto *t[(unsigned)s%3]; l1: g=1; if(klee_int("x")) goto *t[1]; return 0; l2: g+=2; if(g==3)
   g++; //T
  if(klee_int("y")) goto *t[2];
  return 0; l3: g+=10; if(g==14)
   g++; //T
   if(g==10)
   g++; //T
 }
 return 0; }
