#include "parcel.h"

int parcel_track(const char *number)
{
    int sum = 0;
    while (*number)
        sum += *number++ - '0';
    return sum % 11;
}
