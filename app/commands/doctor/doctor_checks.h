/// What recording needs from this machine, checked one by one; each finding ends with what to do.
#pragma once

#include <string>
#include <vector>

namespace candela {

enum class Finding { Good, Weak, Missing };

struct Check {
    std::string name;
    Finding finding = Finding::Good;
    std::string text; ///< what was found
    std::string todo; ///< what to do about it; empty where it is good
};

/// Everything that can be seen without starting a recorder. Never changes anything.
std::vector<Check> machineChecks();

} // namespace candela
