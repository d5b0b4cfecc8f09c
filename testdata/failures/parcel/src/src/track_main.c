#include "parcel.h"

int main(int argc, char **argv)
{
    return argc > 1 ? parcel_track(argv[1]) : 0;
}
