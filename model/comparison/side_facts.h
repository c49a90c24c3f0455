/// What two captures differ in besides the code: machine, sampling, completeness. The differences are stated
/// beside the numbers of a comparison, each with what it may do to them.
#pragma once

#include "model/comparison/comparison.h"
#include "model/profile/profile.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace candela {

/// Facts about one side, or one of its runs. Texts are empty and numbers are 0 or none where the capture does
/// not state them.
struct SideFacts {
    std::string host, processor, kernel;
    std::string compilers; ///< of the processes' programs, if they are few
    std::string writer;    ///< name of the format
    std::uint32_t cpus = 0;
    std::int64_t period = 0; ///< between samples, in the unit of periodUnit
    std::string periodType, periodUnit;
    std::int64_t duration = 0;  ///< nanoseconds, of all runs
    bool countsSamples = false; ///< weights are numbers of samples, whatever these stand for

    // Shares, 0 to 1.
    std::optional<double> broken;  ///< of user stacks: those that end before the thread's start
    std::optional<double> unnamed; ///< of the weight: self weight of code without a name
    std::optional<double> lost;    ///< of samples
    std::optional<double> busy;    ///< of the machine's CPU time
    std::optional<double> stolen;  ///< of the machine's CPU time: used by other virtual machines

    /// The same of each run, if there are several: what these do not have in common is stated by run.
    std::vector<SideFacts> runs;
};

/// How much of a capture a side is. How many samples a part lost is not known.
enum class SideExtent { Whole, Part };

/// The facts of a side, and of the default value of its profile. One pass over the samples.
SideFacts sideFactsOf(const Profile& profile, SideExtent extent = SideExtent::Whole);

/// The facts of several runs, and of the profile that mergeProfiles() made of them.
SideFacts sideFactsOf(const Profile& merged, std::span<const std::shared_ptr<const Profile>> runs,
                      SideExtent extent = SideExtent::Whole);

struct SideDifference {
    std::string fact;          ///< "kernel"
    std::string base, newSide; ///< what each side has: "6.1.0", "6.1.0 (3 runs), 6.12.0 (2 runs)"
    std::string consequence;   ///< a sentence without a full stop: what it may do to the numbers
};

/// The facts that differ by more than a comparison can ignore, between the sides or among the runs of one.
/// Facts that a side does not state are left out.
std::vector<SideDifference> sideDifferences(const SideFacts& base, const SideFacts& newSide,
                                            Normalize normalize);

/// "Different kernel: base 6.1.0, new 6.18.1. Changes of kernel functions, and of waiting, may come from it."
std::string sideDifferenceText(const SideDifference& difference);

} // namespace candela
