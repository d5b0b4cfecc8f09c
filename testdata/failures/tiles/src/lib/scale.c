#include "tile.h"

float tile_scale(const tile_t *t, float dpi)
{
    return dpi / (1u << t->zoom);
}
