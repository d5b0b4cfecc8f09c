#include "tile.h"

int raster_draw(const tile_t *t) { return t->zoom > 18; }
