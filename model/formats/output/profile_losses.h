/// The parts of a profile that a format can't hold, as sentences for the user.
#pragma once

#include "model/formats/output/output.h"
#include "model/profile/profile.h"

#include <string_view>

namespace candela {

/// Parts of a profile, to be combined with |. What every format holds (names and weights) is not listed.
enum class ProfilePart : unsigned {
    Nothing = 0,
    Times = 1 << 0,
    Threads = 1 << 1, ///< threads and processes: numbers and names
    Cpus = 1 << 2,
    Labels = 1 << 3,
    StackEnds = 1 << 4,
    Modules = 1 << 5,
    ModuleAddresses = 1 << 6, ///< memory addresses of modules
    BuildIds = 1 << 7,
    Addresses = 1 << 8,
    Sources = 1 << 9, ///< source files and lines
    StartLines = 1 << 10,
    RawNames = 1 << 11,
    KernelMarks = 1 << 12, ///< which frames are kernel code
    ScriptMarks = 1 << 13, ///< which frames are interpreted
    InlineMarks = 1 << 14,
    Lives = 1 << 15, ///< start and end of processes and threads, and their parents
    StartTime = 1 << 16,
    Host = 1 << 17,
    KernelVersion = 1 << 18,
    Command = 1 << 19,
    Comments = 1 << 20,
    Losses = 1 << 21,     ///< losses, and the recorder's own cost
    Lasting = 1 << 22,    ///< that samples have durations
    CpuAccount = 1 << 23, ///< CPU time as the kernel counted it
    KeptCode = 1 << 24,   ///< machine code of functions, with its lines
    KeptSource = 1 << 25, ///< text of source lines
    Everything = (1 << 26) - 1,
};
constexpr ProfilePart operator|(ProfilePart left, ProfilePart right) {
    return static_cast<ProfilePart>(static_cast<unsigned>(left) | static_cast<unsigned>(right));
}
constexpr bool contains(ProfilePart parts, ProfilePart part) {
    return (static_cast<unsigned>(parts) & static_cast<unsigned>(part)) != 0;
}

/// One loss that names the parts which the profile has and the format does not hold. `formatHas` is the
/// beginning of the sentence: "folded stacks have".
void addLosses(const Profile& profile, std::string_view formatHas, ProfilePart held, Output& output);

/// The loss of samples without any frame, for which a writer writes "[no stack]".
void addStacklessLoss(const Profile& profile, std::string_view formatHas, Output& output);

/// The loss of a thread's times, which are left out because some are not known.
void addMixedTimesLoss(std::string_view formatHas, Output& output);

/// The loss of all other value types, for a format that holds only one; names them.
void addValueLoss(const Profile& profile, std::string_view formatHas, Output& output);

} // namespace candela
