#include "tile.h"

uint32_t colour_of(layer_t layer)
{
    uint32_t rgb = 0;
    switch (layer) {
    case LAYER_WATER: rgb = 0x3366cc; break;
    case LAYER_ROAD: rgb = 0xffffff; break;
    }
    return rgb;
}
