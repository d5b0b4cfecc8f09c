#ifndef PLANNER_ROUTE_HH
#define PLANNER_ROUTE_HH

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace planner
{
    struct stop
    {
        stop(std::string n, int m) : name(std::move(n)) { (void)m; }

        std::string name;
        int minutes;
    };

    class route
    {
    public:
        route & add(std::string name, int minutes);
        double average() const;
        int change_at(std::string const & name) const;
        void drop_short(int minutes);
        std::size_t size() const { return stops_.size(); }
        int longest_gap() const;
        std::int64_t cost(int kilometres, int tariff) const;
        std::string listing() const;
        std::vector<std::string> names() const;

    private:
        std::vector<stop> stops_;
        std::unordered_map<std::string, int> changes_;
    };

    struct vehicle
    {
        virtual ~vehicle() = default;
        virtual int speed(bool) const { return 50; }
    };

    struct tram : vehicle
    {
        int speed(int) const { return 30; }
    };

    bool same_length(double a, double b);
    int hours(std::string const & text);
    std::string upper(std::string text);
    std::string clip(std::string const & text, std::size_t from);
}

#endif
