#include "model/formats/profile_losses.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

struct PartSentence {
    ProfilePart part;
    bool (*has)(const Profile&);
    std::string_view what; ///< "FORMAT has no …: they are left out"
};

template<typename Column>
bool anyTable(const Profile& profile, Column column) {
    return std::ranges::any_of(profile.samples,
                               [&](const SampleTable& table) { return !(table.*column).empty(); });
}

bool hasLabels(const Profile& profile) {
    const auto isSet = [&](LabelSetIndex set) { return !profile.labelsOf(set).empty(); };
    return std::ranges::any_of(profile.samples,
                               [&](const auto& table) { return std::ranges::any_of(table.labels, isSet); }) ||
           std::ranges::any_of(profile.threads, [&](const auto& thread) { return isSet(thread.labels); }) ||
           std::ranges::any_of(profile.processes, [&](const auto& process) { return isSet(process.labels); });
}

const PartSentence sentences[]{
    {ProfilePart::Times, [](const Profile& profile) { return anyTable(profile, &SampleTable::time); },
     "times of samples"},
    {ProfilePart::Threads, [](const Profile& profile) { return anyTable(profile, &SampleTable::thread); },
     "threads"},
    {ProfilePart::Cpus, [](const Profile& profile) { return anyTable(profile, &SampleTable::cpu); },
     "CPU numbers"},
    {ProfilePart::Labels, hasLabels, "labels"},
    {ProfilePart::StackEnds, [](const Profile& profile) { return anyTable(profile, &SampleTable::stackEnd); },
     "reasons why stacks ended"},
    {ProfilePart::Modules, [](const Profile& profile) { return !profile.mappings.empty(); }, "modules"},
    {ProfilePart::Addresses,
     [](const Profile& profile) {
         return std::ranges::any_of(profile.frames.address,
                                    [](std::uint64_t address) { return address != 0; });
     },
     "addresses"},
    {ProfilePart::Losses,
     [](const Profile& profile) { return !profile.losses.empty() || profile.hasRecorderUsage; },
     "counts of lost samples and recorder costs"},
};

} // namespace

void addLosses(const Profile& profile, std::string_view formatName, ProfilePart held, Output& output) {
    for (const auto& sentence : sentences) {
        const bool isHeld = (static_cast<unsigned>(held) & static_cast<unsigned>(sentence.part)) != 0;
        if (!isHeld && sentence.has(profile))
            output.addLoss(fmt::format("{} has no {}: they are left out", formatName, sentence.what));
    }
}

} // namespace candela
