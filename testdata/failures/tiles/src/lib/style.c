#include "tile.h"

int style_width(layer_t layer)
{
    int width;
    width += layer == LAYER_ROAD ? 3 : 1;
    return width;
}
