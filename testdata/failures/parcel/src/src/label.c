#include <stdio.h>

#include "parcel.h"

void parcel_label(const struct parcel *p, char *out, unsigned long size)
{
    snprintf(out, size, "To: %s", p->name);
}
