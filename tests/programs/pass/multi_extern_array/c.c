#include "shared.h"
struct point mirrored(struct point p) { return (struct point){p.y, p.x}; }
