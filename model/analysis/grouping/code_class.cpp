#include "model/analysis/grouping/code_class.h"

namespace candela {

bool isGeneratedCode(std::string_view module) {
    return module.starts_with("[generated") || module.starts_with("//anon") || module.starts_with("[JIT]") ||
           (module.starts_with("perf-") && module.ends_with(".map")) ||
           (module.starts_with("jitted-") && module.ends_with(".so"));
}

CodeClass codeClassOf(const FrameGroups& groups, FrameGroupIndex index) {
    if (groups.isRoot(index) || index == groups.stackless) return CodeClass::User;
    switch (groups[index].kind) {
    case FrameKind::Kernel:
        return CodeClass::Kernel;
    case FrameKind::Interpreted:
        return CodeClass::Interpreted;
    case FrameKind::User:
    case FrameKind::Inlined:
    case FrameKind::Unknown:
        break;
    }
    const auto mapping = groups[index].mapping;
    const auto module =
        mapping ? groups.profile->text(groups.profile->mappings[mapping.row()].path) : std::string_view();
    if (isGeneratedCode(module.starts_with('/') && !module.starts_with("//") ? lastPathPart(module) : module))
        return CodeClass::Generated;
    if (groups[index].kind == FrameKind::Inlined) return CodeClass::Inlined;
    return groups[index].kind == FrameKind::Unknown ? CodeClass::Unknown : CodeClass::User;
}

std::array<bool, codeClassCount> codeClassesIn(const FrameGroups& groups) {
    std::array<bool, codeClassCount> found{};
    for (std::size_t row = 0; row < groups.size(); ++row)
        found[static_cast<std::size_t>(codeClassOf(groups, FrameGroupIndex(row)))] = true;
    return found;
}

} // namespace candela
