#include "levels.h"

int levels_clamp(int z) { return z > levels_max ? levels_max : z; }
