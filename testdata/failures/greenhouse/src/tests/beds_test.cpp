#include "beds.h"

#include <gtest/gtest.h>

#include <new>

using namespace greenhouse;

TEST(BedsTest, RadishesAreQuick) {
  Radish r;
  EXPECT_EQ(harvest_of(r), 35);
}

TEST(BedsTest, NewBedHasNoRows) {
  alignas(Bed) unsigned char room[sizeof(Bed)];
  for (auto& b : room) b = 0x5a;
  Bed* bed = new (room) Bed;
  EXPECT_EQ(bed->rows, 0);
}

TEST(GardenTest, WeedingTwoInARow) {
  Garden g;
  for (const char* n : {"nettle", "nettle", "mint"}) g.plant(n);
  g.weed("nettle");
  EXPECT_EQ(g.size(), 1u);
}

TEST(GardenTest, OwnerOfAnEmptyBed) {
  Garden g;
  EXPECT_EQ(g.owner(g.longest()), "empty bed");
}
