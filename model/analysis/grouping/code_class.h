/// The class of code that a group of frames is. Pictures tell classes apart by texture.
#pragma once

#include "model/analysis/grouping/grouping.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace candela {

/// Generated code is that of just-in-time compilers.
enum class CodeClass : std::uint8_t { User, Inlined, Kernel, Interpreted, Generated, Unknown };
inline constexpr std::size_t codeClassCount = 6;

/// The class of the group's first frame. Groups without code, such as roots, are User.
CodeClass codeClassOf(const FrameGroups& groups, FrameGroupIndex index);

/// The classes that some group has, a row for each CodeClass.
std::array<bool, codeClassCount> codeClassesIn(const FrameGroups& groups);

/// Whether the module's name is one for generated code, not for a file: Candela's own, and those that perf,
/// its perf maps and its JIT dumps lead to.
bool isGeneratedCode(std::string_view module);

} // namespace candela
