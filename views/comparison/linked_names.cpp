#include "views/comparison/linked_names.h"

namespace candela {

namespace {

CallStep linkedStep(const ComparisonSide& side, FrameGroupIndex group) {
    const auto& groups = *side.groups;
    const auto file = groups[group].file;
    return {groups[group].name, std::string(groups.moduleName(group)),
            file ? std::string(groups.profile->text(file)) : std::string()};
}

} // namespace

LinkedNames::LinkedNames(const Comparison& comparison) {
    for (const auto& row : comparison.rows) {
        if (!row.base || !row.newGroup) continue;
        if ((*comparison.base.groups)[row.base].name == (*comparison.newSide.groups)[row.newGroup].name)
            continue;
        const auto base = linkedStep(comparison.base, row.base),
                   newSide = linkedStep(comparison.newSide, row.newGroup);
        m_steps[0].try_emplace(base.name, newSide);
        m_steps[1].try_emplace(newSide.name, base);
    }
}

CallStep LinkedNames::translated(const CallStep& step, ComparisonPart from) const {
    const auto& steps = m_steps[from == ComparisonPart::Base ? 0 : 1];
    const auto found = steps.find(step.name);
    if (found == steps.end()) return step;
    auto result = found->second;
    result.isRoot = step.isRoot;
    return result;
}

CallPath LinkedNames::translated(const CallPath& path, ComparisonPart from) const {
    auto result = path;
    for (auto& step : result.steps)
        step = translated(step, from);
    return result;
}

Selection LinkedNames::translated(const Selection& selection, ComparisonPart from) const {
    if (selection.isEmpty()) return selection;
    return {translated(CallStep{selection.function}, from).name, translated(selection.path, from)};
}

} // namespace candela
