#include "tile.h"

int pool_take_now(size_t bytes)
{
    int left = pool_take(bytes, 0);
    return left;
}
