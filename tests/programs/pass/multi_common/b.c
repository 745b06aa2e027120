int shared;
int table[16];
int defined_in_b = 77;
void bump(void) { table[shared % 16] += shared; defined_in_b++; shared *= 2; }
