#include "tile.h"

int grid_distance(const tile_t *a, const tile_t *b)
{
    return abs((int)a->x - (int)b->x);
}
