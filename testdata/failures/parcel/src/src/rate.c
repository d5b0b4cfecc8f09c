#include "parcel.h"

int parcel_rate(const struct parcel *p)
{
    switch (p->service) {
    case STANDARD:
        return 490;
    case EXPRESS:
        return 990;
    }
    return 0;
}
