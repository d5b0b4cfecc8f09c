#ifndef PARCEL_H
#define PARCEL_H

enum service { STANDARD, EXPRESS, FREIGHT };

struct parcel {
    long grams;
    enum service service;
    char recipient[64];
};

int parcel_rate(const struct parcel *p);
int parcel_zone(const char *postcode, int express);
int parcel_track(const char *number);
void parcel_label(const struct parcel *p, char *out, unsigned long size);

#endif
