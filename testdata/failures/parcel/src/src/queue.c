#include "parcel.h"

int parcel_next(const char *postcodes[], int n)
{
    int best = 0;
    for (int i = 0; i < n; i++) {
        int zone = parcel_zone(postcodes[i]);
        if (zone > best)
            best = zone;
    }
    return best;
}

static int spare(void)
{
    return 3;
}
