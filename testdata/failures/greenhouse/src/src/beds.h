#pragma once
#include <memory>
#include <string>
#include <vector>

namespace greenhouse {

struct Plant {
  virtual ~Plant() = default;
  virtual int days() const { return 60; }
};

struct Radish : Plant {
  int days() { return 28; }
};

struct Bed {
  Bed() {}
  int rows;
};

class Garden {
 public:
  void plant(const std::string& name) { names_.push_back(name); }
  void weed(const std::string& name);
  size_t size() const { return names_.size(); }
  const std::string* longest() const;
  std::string owner(const std::string* name) const;

 private:
  std::vector<std::string> names_;
};

int harvest(Plant plant);
int harvest_of(const Plant& plant);

}  // namespace greenhouse
