#include "tile.h"

size_t cache_size(const tile_t *tiles, int n)
{
    size_t total = 0;
    while (n-- > 0)
        total += tiles[n].size;
    return total;
}
