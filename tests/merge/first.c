// The target is where the run begins.
//@ target: main
//@ verdict: reachable
//@ strategies: merge
int main(void) { return 0; }
