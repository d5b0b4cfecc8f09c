#include "tile.h"

int main(void)
{
    tile_t t = {1, 2, 3, 0};
    return raster_draw(&t);
}
