/// States which rows of a profile's function table are the same function. Functions with the same name and
/// module are different if they are in different source files (static functions), if they begin on different
/// lines of one file (lambdas, unnamed functions of a script) or, if only their start is known, if the builds
/// of the module differ.
///
/// The code of a compiled function can contain lines of included files, so only other kinds of files
/// distinguish functions. Names that a linker accepts only once are always one function.
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

    /// A number that distinguishes the function from others of its name in the same module; 0 if that is not
    /// needed.
    std::uint32_t numberOf(FunctionIndex function) const {
        return m_numbers.empty() ? 0 : m_numbers[function.row()];
    }
    /// The text shown beside the name of a function whose number is not 0: "a.c", "left/a.c", "app.js:12".
    /// Empty if no text distinguishes it.
    std::string_view distinctionOf(std::uint32_t number) const { return m_distinctions[number]; }

private:
    class Finder;

    std::vector<std::uint32_t> m_numbers; // for each function; empty if all are 0
    std::vector<std::string> m_distinctions{std::string()};
};

/// Whether the name is empty, or a placeholder that tools write for an unknown one, which identifies nothing.
bool isNoName(std::string_view name);

/// A group's name without the distinction: "blit" for "blit (draw.c)".
std::string_view plainName(const FrameGroups& groups, FrameGroupIndex index);

} // namespace candela
