#include <planner/route.hh>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <numeric>

namespace planner
{
    route & route::add(std::string name, int minutes)
    {
        stops_.emplace_back(std::move(name), minutes);
        stops_.back().minutes = minutes;
        changes_[stops_.back().name] = minutes;
        return *this;
    }

    double route::average() const
    {
        int total = 0;
        for (auto const & s : stops_) total += s.minutes;
        return total / static_cast<int>(stops_.size());
    }

    int route::change_at(std::string const & name) const
    {
        return changes_.at(name);
    }

    void route::drop_short(int minutes)
    {
        for (std::size_t i = 0; i < stops_.size(); ++i)
            if (stops_[i].minutes < minutes)
                stops_.erase(stops_.begin() + static_cast<long>(i));
    }

    int route::longest_gap() const
    {
        int gap = 0;
        for (std::size_t i = 0; i < stops_.size() - 1; ++i)
            gap = std::max(gap, stops_.at(i + 1).minutes - stops_.at(i).minutes);
        return gap;
    }

    std::int64_t route::cost(int kilometres, int tariff) const
    {
        std::int64_t const c = kilometres * tariff;
        return c;
    }

    std::string route::listing() const
    {
        std::string all;
        for (auto const & s : stops_) all += s.name + " > ";
        return all;
    }

    std::vector<std::string> route::names() const
    {
        std::vector<std::string> list;
        for (auto const & [name, _] : changes_) list.push_back(name);
        return list;
    }

    bool same_length(double a, double b)
    {
        return a == b;
    }

    int hours(std::string const & text)
    {
        return std::stoi(text) / 60;
    }

    std::string upper(std::string text)
    {
        for (auto c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        return text;
    }

    std::string clip(std::string const & text, std::size_t from)
    {
        return text.substr(from);
    }
}
