/// A profile whose stacks have one more frame at the root: the process, thread or label of each sample. A
/// flame graph of it has a root for each of these. A comparison of the roots alone is a comparison by process
/// or label.
#pragma once

#include "model/analysis/samples/sample_groups.h"

namespace candela {

/// The content below the new roots.
enum class BelowRoots { Stacks, Nothing };

struct RootedProfile {
    Profile profile;
    std::vector<FrameIndex> roots; ///< the new frames, in the order in which samples first use them
};

/// A profile with all value types and their samples. Processes, threads and value types keep their rows. A
/// root is a function with the group's name in sampleGroups(). If stacks are below it, it is in its own
/// module ("[anna]"), so that it stays separate from code of the same name however frames are grouped. Fails
/// when cancelled.
Result<RootedProfile> rootedProfile(const Profile& profile, const SampleKey& key, BelowRoots below,
                                    Task& task);

} // namespace candela
