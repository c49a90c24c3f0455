/// The class of code of each group, looked up when it is first drawn.
#pragma once

#include "model/analysis/grouping/code_class.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace candela {

class GroupClasses {
public:
    /// Forgets everything if these are other groups.
    void setGroups(std::shared_ptr<const FrameGroups> groups);
    CodeClass of(FrameGroupIndex group);

private:
    std::shared_ptr<const FrameGroups> m_groups;
    std::vector<std::uint8_t> m_classes; ///< a row for each group; codeClassCount: not looked at so far
};

} // namespace candela
