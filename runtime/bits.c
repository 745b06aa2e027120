/* strings.h: the position of the lowest set bit, counted from 1; 0 for none. */
int ffsll(long long v) {
    unsigned long long bits = (unsigned long long)v;
    if (bits == 0) return 0;
    int n = 1;
    while (!(bits & 1)) {
        bits >>= 1;
        n++;
    }
    return n;
}

int ffsl(long v) { return ffsll(v); }

int ffs(int v) { return ffsll(v); }
