#include "levels.h"

int main(void) { return levels_clamp(levels_max + 1) - levels_max; }
