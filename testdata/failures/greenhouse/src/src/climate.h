#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace greenhouse {

class Climate {
 public:
  void record(double celsius) { samples_.push_back(celsius); }
  double mean() const;
  double last() const;
  double spread() const;
  int setpoint(const std::string& bed) const;
  void set(const std::string& bed, int value) { setpoints_[bed] = value; }
  bool atTarget(double target) const;
  int64_t litres(int32_t beds, int32_t millilitres) const;
  int parseSetpoint(const std::string& text) const;

 private:
  std::vector<double> samples_;
  std::map<std::string, int> setpoints_;
};

std::string describe(double celsius);
std::vector<std::string> columns(const std::string& line);

}  // namespace greenhouse
