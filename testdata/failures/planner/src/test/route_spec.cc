#include <catch2/catch.hpp>
#include <planner/route.hh>

#include <cstring>
#include <new>

using planner::route;

TEST_CASE("average keeps halves", "[route]")
{
    CHECK(route().add("a", 1).add("b", 2).average() == Approx(1.5));
}

TEST_CASE("no change at a stop that is passed", "[route]")
{
    CHECK(route().add("zoo", 4).change_at("pier") == 0);
}

TEST_CASE("short stops are dropped", "[route]")
{
    route r;
    r.add("a", 1).add("b", 1).add("c", 9);
    r.drop_short(5);
    REQUIRE(r.size() == 1);
}

TEST_CASE("an empty route has no gap", "[route]")
{
    REQUIRE(route().longest_gap() == 0);
}

TEST_CASE("cost of a long haul", "[route]")
{
    REQUIRE(route().cost(60'000, 70'000) == 4'200'000'000);
}

TEST_CASE("listing ends with the last stop", "[route]")
{
    REQUIRE(route().add("zoo", 1).add("pier", 2).listing() == "zoo > pier");
}

TEST_CASE("names come in the order of travel", "[route]")
{
    route r;
    for (auto n : {"zoo", "pier", "hall", "dock", "park"}) r.add(n, 3);
    REQUIRE(r.names() == std::vector<std::string>{"zoo", "pier", "hall", "dock", "park"});
}

TEST_CASE("a stop knows its minutes", "[stop]")
{
    alignas(planner::stop) unsigned char memory[sizeof(planner::stop)];
    std::memset(memory, 0x11, sizeof memory);
    auto * s = new (memory) planner::stop("zoo", 12);
    CHECK(s->minutes == 12);
    s->~stop();
}

TEST_CASE("trams are slow", "[vehicle]")
{
    planner::tram t;
    planner::vehicle const & v = t;
    REQUIRE(v.speed(true) == 30);
}
