#include <catch2/catch.hpp>
#include <planner/route.hh>

TEST_CASE("three tenths")
{
    REQUIRE(planner::same_length(0.1 + 0.2, 0.3));
}

TEST_CASE("hours of a blank timetable cell")
{
    REQUIRE(planner::hours("") == 0);
}

SCENARIO("names are printed in capitals")
{
    GIVEN("a name")
    {
        std::string const name = "zoo";
        THEN("it is raised") { REQUIRE(planner::upper(name) == "ZOO"); }
    }
}

TEST_CASE("clip behind the end")
{
    REQUIRE(planner::clip("zoo", 7).empty());
}
