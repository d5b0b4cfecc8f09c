#include <stdio.h>

#include "parcel.h"

void parcel_print(const struct parcel *p)
{
    printf("%d g for %s\n", p->grams, p->recipient);
}
