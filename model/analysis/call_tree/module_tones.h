/// The colours of modules in flame graphs. They depend on names and on nothing that a filter changes, so they
/// are the same in every view and picture of a profile.
#pragma once

#include "model/analysis/call_tree/function_list.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace candela {

/// A colour as 0xrrggbb, for a light and for a dark page.
struct ToneColour {
    std::uint32_t light;
    std::uint32_t dark;
};

/// Seven hues in two lightnesses each (OKLCH), without the blue of the kernel, the green of interpreted code
/// and the magenta of search matches. Texts in a box have a contrast of at least 4.5 to 1.
inline constexpr std::array<ToneColour, 14> moduleTones{{
    {0xffd0d3, 0x7c4348},
    {0xffabb1, 0x613035},
    {0xffd4bf, 0x7a4830},
    {0xfdb18f, 0x60331f},
    {0xfad9b5, 0x724e20},
    {0xf0ba7c, 0x59390e},
    {0xece0b3, 0x64561c},
    {0xdac578, 0x4d4008},
    {0xd6e7bc, 0x4d5e2b},
    {0xb7d189, 0x384719},
    {0xdedaff, 0x564f7f},
    {0xc4bbff, 0x413a64},
    {0xffd0e5, 0x77445d},
    {0xf8abcf, 0x5d3046},
}};

/// Further tones after those of modules: for the whole kernel, and for code of unknown modules.
inline constexpr std::size_t kernelTone = moduleTones.size();
inline constexpr std::size_t interpretedTone = kernelTone + 1;
inline constexpr std::size_t unknownTone = kernelTone + 2;

/// The name that decides the colour of user code: the file name of its module or, if that is not known, the
/// namespace or package of the function ("std", "net/http"). May be empty.
std::string_view toneName(const FrameGroups& groups, FrameGroupIndex index);

/// A row of moduleTones. The version of a shared library is ignored: libc.so.6, libc.so.7 and libc-2.31.so
/// have the same tone.
std::size_t moduleTone(std::string_view name);

/// The tones of a profile's modules. A module has its moduleTone(), unless it is one of those with the most
/// frames and another of these has that tone: then it has one that none of them has, as long as there are
/// any. Libraries keep theirs rather than programs, and those that most programs have, such as libc, always
/// do. So the modules of a legend differ, and most have one colour in all profiles. Fourteen tones are too
/// few to have both for all.
class ModuleTones {
public:
    /// The groups have to live as long.
    explicit ModuleTones(const FrameGroups& groups);
    /// A row of moduleTones, or one of the further tones.
    std::size_t of(FrameGroupIndex index) const;

private:
    std::uint8_t toneOfName(std::string_view name) const;

    const FrameGroups& m_groups;
    std::vector<std::pair<std::string, std::uint8_t>> m_moved; ///< names with another tone; few
    std::vector<std::uint8_t> m_toneOfMapping;                 ///< a row per mapping
};

/// The ModuleTones of each group. One pass over the profile's frames and the groups.
std::vector<std::uint8_t> groupTones(const FrameGroups& groups);

/// An entry of a legend.
struct ToneShare {
    std::string name; ///< name of a module or namespace, or "Kernel", "Interpreted", "Unknown", "No module"
    std::size_t tone = 0;
    std::int64_t weight = 0; ///< self weight of its functions
};

/// At most `maximumCount` modules, by descending self weight. `tones` is the result of groupTones().
std::vector<ToneShare> heaviestModules(const FrameGroups& groups, std::span<const std::uint8_t> tones,
                                       std::span<const GroupWeight> functions, std::size_t maximumCount);

} // namespace candela
