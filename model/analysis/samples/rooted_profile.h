/// A profile whose stacks grow from a frame more: the process, thread or label of each sample. A flame graph
/// of it has a root for each; a comparison of the roots alone is one by process or label.
#pragma once

#include "model/analysis/samples/sample_groups.h"

namespace candela {

/// What becomes of the stacks below the new roots.
enum class BelowRoots { Stacks, Nothing };

struct RootedProfile {
    Profile profile;
    std::vector<FrameIndex> roots; ///< the frames that are new, in the order in which samples need them
};

/// Every value type with its samples. Processes, threads and value types keep their rows. A root is a
/// function called as sampleGroups() calls the group. With stacks below it, it is in a module of its own
/// ("[anna]"), so that it stays apart from code of the same name however frames are grouped. Fails when
/// cancelled.
Result<RootedProfile> rootedProfile(const Profile& profile, const SampleKey& key, BelowRoots below,
                                    Task& task);

} // namespace candela
