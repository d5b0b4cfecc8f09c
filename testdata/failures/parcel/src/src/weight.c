#include "parcel.h"

int parcel_heavier(const struct parcel *a, const struct parcel *b)
{
    if (a->grams == b->grams)
        return strcmp(a->recipient, b->recipient);
    return a->grams > b->grams ? 1 : -1;
}
