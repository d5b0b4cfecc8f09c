#include "climate.h"

#include <gtest/gtest.h>

using greenhouse::Climate;

TEST(ClimateTest, MeanKeepsFractions) {
  Climate c;
  c.record(20.5);
  c.record(21.5);
  EXPECT_DOUBLE_EQ(c.mean(), 21.0);
}

TEST(ClimateTest, LastSample) {
  Climate c;
  c.record(19.0);
  c.record(22.5);
  EXPECT_DOUBLE_EQ(c.last(), 22.5);
}

TEST(ClimateTest, SpreadWithoutSamples) {
  Climate c;
  EXPECT_DOUBLE_EQ(c.spread(), 0);
}

TEST(ClimateTest, SetpointOfANewBed) {
  Climate c;
  c.set("herbs", 16);
  EXPECT_EQ(c.setpoint("tomatoes"), 18);
}

TEST(ClimateTest, SumOfTenths) {
  Climate c;
  for (int i = 0; i < 10; i++) c.record(0.1);
  EXPECT_TRUE(c.atTarget(1.0));
}

TEST(ClimateTest, LitresOfASummer) { EXPECT_EQ(Climate().litres(90000, 40000), 3600000); }

TEST(ClimateTest, SetpointLeftEmpty) { EXPECT_EQ(Climate().parseSetpoint(""), 18); }

TEST(DescribeTest, WarmDay) { EXPECT_EQ(greenhouse::describe(31.25), "31.2 degrees"); }

TEST(ColumnsTest, EmptyLastCell) { EXPECT_EQ(greenhouse::columns("1;2;").size(), 3u); }
