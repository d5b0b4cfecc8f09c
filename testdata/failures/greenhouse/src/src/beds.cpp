#include "beds.h"

#include <algorithm>

namespace greenhouse {

void Garden::weed(const std::string& name) {
  for (auto it = names_.begin(); it != names_.end(); ++it) {
    if (*it == name) it = names_.erase(it);
    if (it == names_.end()) break;
  }
}

const std::string* Garden::longest() const {
  const std::string* best = nullptr;
  for (const auto& n : names_)
    if (!best || n.size() > best->size()) best = &n;
  return best;
}

std::string Garden::owner(const std::string* name) const {
  return "bed of " + *name;
}

int harvest_of(const Plant& plant) { return plant.days() + 7; }

}  // namespace greenhouse
