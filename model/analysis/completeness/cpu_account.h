/// The CPU time that the kernel itself counted, beside the sampled time, and where the two differ by more
/// than chance. A sampler misses time of a program that runs in step with it: one that sleeps often and
/// briefly is woken by the sampling timer itself.
#pragma once

#include "model/analysis/samples/filter.h"
#include "model/analysis/samples/sample_groups.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace candela {

/// The value type whose weights are comparable with the kernel's account; none if there is no account, or if
/// the profile has no CPU time.
ValueTypeIndex countedValue(const Profile& profile);

/// Nanoseconds for each group of a key, named as in SampleGroup: of all threads
/// that pass the filter, sampled or not. None if the profile has no account of
/// this value, or if the filter uses more than threads: an account has no times,
/// stacks or labels. Fails with ErrorCode::Usage on an invalid regular expression.
Result<std::optional<std::map<std::string, std::int64_t>>>
countedTimes(const std::shared_ptr<const Profile>& profile, ValueTypeIndex value, const Filter& filter,
             const SampleKey& key);

/// All processes with the same name.
struct CountedProcess {
    std::string name;
    std::size_t processes = 0;
    std::int64_t sampled = 0; ///< nanoseconds
    std::int64_t counted = 0; ///< nanoseconds that the kernel counted
};
/// "sampling saw 3.1 s of make (2 processes); the kernel counted 4.9 s"
std::string disagreementText(const CountedProcess& process);

struct CpuAccount {
    std::int64_t sampled = 0; ///< nanoseconds
    std::int64_t counted = 0;
    /// The processes whose difference is larger than a twentieth, and larger than four standard deviations of
    /// random sampling plus the time that the scheduler counts late. Largest first.
    std::vector<CountedProcess> disagreements;
};

/// The account of a profile; none if it has none. One pass over the samples.
std::optional<CpuAccount> cpuAccountOf(const Profile& profile);

} // namespace candela
