/// A profile's stacks after hiding functions and applying a filter's transforms. The last result is cached.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/analysis/transforms/transformed_stacks.h"

#include <memory>
#include <mutex>

namespace candela {

/// May be called from any thread; calls wait for each other.
class FilteredStacks {
public:
    explicit FilteredStacks(std::shared_ptr<const Profile> profile) : m_profile(std::move(profile)) {}

    const std::shared_ptr<const Profile>& profile() const { return m_profile; }
    /// The profile's frames grouped by function; computed on first use.
    std::shared_ptr<const FrameGroups> functions();
    /// The stacks after the filter's transforms; null if the filter changes no stacks. Fails with
    /// ErrorCode::Usage on an invalid regular expression.
    Result<std::shared_ptr<const TransformedStacks>> transformed(const Filter& filter);

private:
    std::shared_ptr<const FrameGroups> functionsLocked();

    std::shared_ptr<const Profile> m_profile;
    std::mutex m_mutex;
    std::shared_ptr<const FrameGroups> m_functions;
    Filter m_filter; // only the members that change stacks
    std::shared_ptr<const TransformedStacks> m_transformed;
};

/// For each group: whether its name matches. Fails with ErrorCode::Usage on an invalid regular expression.
Result<RowMask> matchingNames(const FrameGroups& groups, const std::string& pattern);

} // namespace candela
