#include <stdio.h>
#include "tile.h"

void paint_report(const tile_t *t)
{
    fprintf(stderr, "painted %d bytes\n", t->bytes);
}
