/// What the kernel itself counted as CPU time, beside what was sampled, and where the two disagree by more
/// than chance. A sampler sees too little of a program that works in step with it: one that sleeps often and
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

/// The value whose weights can be compared with the kernel's account; none where there is no account, or
/// where something else than CPU time was sampled.
ValueTypeIndex countedValue(const Profile& profile);

/// Nanoseconds by group of a key, as SampleGroup names them: of all threads that the filter keeps, sampled or
/// not. None where the profile has no account of this value or of what the filter keeps: an account knows
/// whole threads, no times, stacks or labels. Fails with ErrorCode::Usage on a pattern that is no regular
/// expression.
Result<std::optional<std::map<std::string, std::int64_t>>>
countedTimes(const std::shared_ptr<const Profile>& profile, ValueTypeIndex value, const Filter& filter,
             const SampleKey& key);

/// All processes of one name.
struct CountedProcess {
    std::string name;
    std::size_t processes = 0;
    std::int64_t sampled = 0; ///< nanoseconds
    std::int64_t counted = 0; ///< nanoseconds, by the kernel
};
/// "sampling saw 3.1 s of make (2 processes); the kernel counted 4.9 s"
std::string disagreementText(const CountedProcess& process);

struct CpuAccount {
    std::int64_t sampled = 0; ///< nanoseconds
    std::int64_t counted = 0;
    /// Where the two differ by more than four standard deviations of random sampling, a twentieth, and what
    /// the scheduler counts late: the largest difference first.
    std::vector<CountedProcess> disagreements;
};

/// None where the profile has no account. One pass over the samples.
std::optional<CpuAccount> cpuAccountOf(const Profile& profile);

} // namespace candela
