/// What filters make of a profile's stacks by hiding functions and by transforms. The last result is kept.
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
    /// The profile's frames by function; made when first asked for.
    std::shared_ptr<const FrameGroups> functions();
    /// Null where the filter changes no stacks. Fails with ErrorCode::Usage on a pattern that is no regular
    /// expression.
    Result<std::shared_ptr<const TransformedStacks>> transformed(const Filter& filter);

private:
    std::shared_ptr<const FrameGroups> functionsLocked();

    std::shared_ptr<const Profile> m_profile;
    std::mutex m_mutex;
    std::shared_ptr<const FrameGroups> m_functions;
    Filter m_filter; // only what changes stacks
    std::shared_ptr<const TransformedStacks> m_transformed;
};

/// A row per group: whether the pattern matches its name. Fails with ErrorCode::Usage on a pattern that is no
/// regular expression.
Result<RowMask> matchingNames(const FrameGroups& groups, const std::string& pattern);

} // namespace candela
