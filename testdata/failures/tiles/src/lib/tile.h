#pragma once
#include <stddef.h>
#include <stdint.h>

typedef enum { LAYER_WATER, LAYER_ROAD, LAYER_LABEL } layer_t;

typedef struct {
    uint32_t x, y;
    uint8_t zoom;
    size_t bytes;
} tile_t;

int raster_draw(const tile_t *t);
int pool_take(size_t bytes, int wait, int *slot);
double tile_scale(const tile_t *t, double dpi);
