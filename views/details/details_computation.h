/// Computes the details of a group and of one of its call nodes off the GUI thread. Keeps the selector of the
/// last profile, which remembers what the filter's patterns matched.
#pragma once

#include "model/analysis/call_tree/group_details.h"
#include "views/session/call_path.h"
#include "views/session/shown.h"

#include <mutex>
#include <optional>

namespace candela {

struct DetailsRequest {
    Shown shown;
    Filter filter;
    FrameGroupIndex group;
    CallPath path; ///< of the selected call node; empty if only the function matters
};

struct Details {
    GroupDetails group;
    /// The total of the selected call node. None if no call node is selected, and for nodes of inverted
    /// trees, because their totals are weights of the root's function.
    std::optional<std::int64_t> ofCall;
};

class DetailsComputation {
public:
    static constexpr std::size_t slices = 120;

    /// May be called from any thread; calls wait for each other. Fails as groupDetails() does.
    Result<Details> compute(const DetailsRequest& request, Task& task);

private:
    std::mutex m_mutex;
    std::shared_ptr<const Profile> m_profile;
    std::optional<SampleSelector> m_selector;
    TimeRange m_whole; // of the profile
};

} // namespace candela
