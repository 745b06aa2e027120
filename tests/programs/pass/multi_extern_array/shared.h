struct point { int x, y; };
extern struct point origin;
int numbers_len(void);
void shift(struct point *p, int by);
struct point mirrored(struct point p);
static inline int square(int x) { return x * x; }
extern int (*const op_table[])(int);
