/// What recording needs from this machine, checked one by one; each finding ends with what to do about it.
#pragma once

#include <string>
#include <vector>

namespace candela {

enum class Finding { Good, Weak, Missing };

struct Check {
    std::string name;
    Finding finding = Finding::Good;
    std::string text; ///< what was found
    std::string todo; ///< what to do about it; empty if nothing is wrong
};

/// All checks that do not start a recorder. None of them changes anything.
std::vector<Check> machineChecks();

} // namespace candela
