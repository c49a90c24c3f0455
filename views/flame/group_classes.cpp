#include "views/flame/group_classes.h"

#include <utility>

namespace candela {

void GroupClasses::setGroups(std::shared_ptr<const FrameGroups> groups) {
    if (groups == m_groups) return;
    m_groups = std::move(groups);
    m_classes.assign(m_groups->size(), codeClassCount);
}

CodeClass GroupClasses::of(FrameGroupIndex group) {
    auto& known = m_classes[group.row()];
    if (known == codeClassCount) known = static_cast<std::uint8_t>(codeClassOf(*m_groups, group));
    return static_cast<CodeClass>(known);
}

} // namespace candela
