/// Which rows of a profile's function table are the same function. Equal names in one module are different
/// functions where they stand in different source files (static functions of one name) or begin on different
/// lines of one (lambdas, a script's functions without a name), and those that are known by their start alone
/// where the builds of the module differ.
///
/// Compiled code can have lines of included files in it, so that only other files distinguish functions, and
/// names that a linker would not take twice are one function in any case.
#pragma once

#include "model/analysis/grouping/grouping.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace candela {

class FunctionIdentities {
public:
    explicit FunctionIdentities(const Profile& profile);

    /// 0, or a number that distinguishes the function from others of its name in the same module.
    std::uint32_t numberOf(FunctionIndex function) const {
        return m_numbers.empty() ? 0 : m_numbers[function.row()];
    }
    /// What to show beside the name of a function whose number is not 0: "a.c", "left/a.c", "app.js:12".
    /// Empty where nothing is known of this one alone.
    std::string_view distinctionOf(std::uint32_t number) const { return m_distinctions[number]; }

private:
    class Finder;

    std::vector<std::uint32_t> m_numbers; // by function; empty where all are 0
    std::vector<std::string> m_distinctions{std::string()};
};

/// A group's name without what distinguishes it from others: "blit" of "blit (draw.c)".
std::string_view plainName(const FrameGroups& groups, FrameGroupIndex index);

} // namespace candela
