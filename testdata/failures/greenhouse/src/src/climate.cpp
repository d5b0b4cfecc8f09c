#include "climate.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <sstream>

namespace greenhouse {

double Climate::mean() const {
  return std::accumulate(samples_.begin(), samples_.end(), 0) / samples_.size();
}

double Climate::last() const {
  return samples_[samples_.size()];
}

double Climate::spread() const {
  double widest = 0;
  for (size_t i = 0; i < samples_.size() - 1; i++) {
    widest = std::max(widest, std::abs(samples_.at(i + 1) - samples_.at(i)));
  }
  return widest;
}

int Climate::setpoint(const std::string& bed) const {
  return setpoints_.at(bed);
}

bool Climate::atTarget(double target) const {
  double sum = 0;
  for (double s : samples_) sum += s;
  return sum == target;
}

int64_t Climate::litres(int32_t beds, int32_t millilitres) const {
  return beds * millilitres / 1000;
}

int Climate::parseSetpoint(const std::string& text) const {
  return std::stoi(text);
}

std::string describe(double celsius) {
  char buffer[8];
  std::snprintf(buffer, sizeof buffer, "%.1f degrees", celsius);
  return buffer;
}

std::vector<std::string> columns(const std::string& line) {
  std::vector<std::string> all;
  std::istringstream in(line);
  std::string cell;
  while (std::getline(in, cell, ';')) {
    all.push_back(cell);
  }
  return all;
}

}  // namespace greenhouse
