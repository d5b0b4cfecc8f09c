#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    double volume = argc > 1 ? atof(argv[1]) : 1;
    printf("%.1f cm\n", cbrt(volume));
    return 0;
}
