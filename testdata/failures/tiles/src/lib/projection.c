#include "tiles.h"

tile_t projection_parent(tile_t t)
{
    t.x /= 2;
    t.y /= 2;
    t.zoom--;
    return t;
}
