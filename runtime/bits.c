/* strings.h: the position of the lowest set bit, counted from 1; 0 for none. */
static int lowest_bit(long long v) {
    unsigned long long bits = (unsigned long long)v;
    if (bits == 0) return 0;
    int n = 1;
    while (!(bits & 1)) {
        bits >>= 1;
        n++;
    }
    return n;
}

int ffsll(long long v) { return lowest_bit(v); }

int ffsl(long v) { return lowest_bit(v); }

int ffs(int v) { return lowest_bit(v); }
