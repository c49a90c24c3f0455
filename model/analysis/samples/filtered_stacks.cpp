#include "model/analysis/samples/filtered_stacks.h"

#include "model/analysis/samples/text_pattern.h"

namespace candela {

std::shared_ptr<const FrameGroups> FilteredStacks::functions() {
    const std::lock_guard lock(m_mutex);
    return functionsLocked();
}

std::shared_ptr<const FrameGroups> FilteredStacks::functionsLocked() {
    if (!m_functions) m_functions = groupFrames(m_profile, Grouping::Function);
    return m_functions;
}

Result<std::shared_ptr<const TransformedStacks>> FilteredStacks::transformed(const Filter& filter) {
    if (!filter.changesStacks()) return nullptr;
    const std::lock_guard lock(m_mutex);
    const Filter wanted{.hide = filter.hide, .transforms = filter.transforms};
    if (m_transformed && m_filter == wanted) return m_transformed;
    const auto functions = functionsLocked();
    const auto hidden = wanted.hide.empty() ? RowMask() : TRY(matchingNames(*functions, wanted.hide));
    m_transformed =
        std::make_shared<const TransformedStacks>(transformStacks(*functions, hidden, wanted.transforms));
    m_filter = wanted;
    return m_transformed;
}

Result<RowMask> matchingNames(const FrameGroups& groups, const std::string& text) {
    const auto pattern = TRY(TextPattern::create(text));
    RowMask matches(groups.size());
    for (std::size_t row = 0; row < matches.size(); ++row)
        matches[row] = pattern.matches(groups.groups[row].name);
    return matches;
}

} // namespace candela
