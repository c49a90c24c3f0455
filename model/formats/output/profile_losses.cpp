#include "model/formats/output/profile_losses.h"

#include "model/profile/stack_facts.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace candela {

namespace {

struct PartWords {
    ProfilePart part;
    std::string_view words; ///< follows "FORMAT has no "
    bool (*has)(const Profile&);
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

bool hasSources(const Profile& profile) {
    return std::ranges::any_of(profile.frames.line, [](auto line) { return line != 0; }) ||
           std::ranges::any_of(profile.functions, [&](const Function& function) {
               return !profile.text(function.file).empty();
           });
}

bool hasRawNames(const Profile& profile) {
    return std::ranges::any_of(profile.functions, [&](const Function& function) {
        const auto raw = profile.text(function.rawName);
        return !raw.empty() && raw != profile.text(function.name);
    });
}

bool hasKind(const Profile& profile, FrameKind kind) {
    return std::ranges::find(profile.frames.kind, kind) != profile.frames.kind.end();
}

bool hasLives(const Profile& profile) {
    return std::ranges::any_of(profile.processes,
                               [](const Process& process) {
                                   return process.startTime != noTime || process.endTime != noTime ||
                                          process.parent;
                               }) ||
           std::ranges::any_of(profile.threads,
                               [](const Thread& thread) { return thread.startTime != noTime; });
}

const PartWords parts[]{
    {ProfilePart::Times, "times of samples",
     [](const Profile& profile) { return anyTable(profile, &SampleTable::time); }},
    {ProfilePart::Lasting, "ends of samples that last",
     [](const Profile& profile) {
         return std::ranges::any_of(
             profile.samples, [](const SampleTable& table) { return table.lasts && !table.time.empty(); });
     }},
    {ProfilePart::Threads, "processes and threads",
     [](const Profile& profile) { return anyTable(profile, &SampleTable::thread); }},
    {ProfilePart::Cpus, "CPU numbers",
     [](const Profile& profile) { return anyTable(profile, &SampleTable::cpu); }},
    {ProfilePart::Labels, "labels", hasLabels},
    {ProfilePart::StackEnds, "reasons why stacks ended",
     [](const Profile& profile) { return anyTable(profile, &SampleTable::stackEnd); }},
    {ProfilePart::Modules, "modules", [](const Profile& profile) { return !profile.mappings.empty(); }},
    {ProfilePart::ModuleAddresses, "addresses of modules",
     [](const Profile& profile) {
         return std::ranges::any_of(profile.mappings, [](const Mapping& mapping) {
             return mapping.start != 0 || mapping.end != 0 || mapping.fileOffset != 0;
         });
     }},
    {ProfilePart::BuildIds, "build ids",
     [](const Profile& profile) {
         return std::ranges::any_of(profile.mappings, [&](const Mapping& mapping) {
             return !profile.text(mapping.buildId).empty();
         });
     }},
    {ProfilePart::Addresses, "addresses",
     [](const Profile& profile) {
         return std::ranges::any_of(profile.frames.address, [](auto address) { return address != 0; });
     }},
    {ProfilePart::Sources, "source files and lines", hasSources},
    {ProfilePart::StartLines, "first lines of functions",
     [](const Profile& profile) {
         return std::ranges::any_of(profile.functions,
                                    [](const Function& function) { return function.startLine != 0; });
     }},
    {ProfilePart::RawNames, "linker names", hasRawNames},
    {ProfilePart::KernelMarks, "marks of kernel frames",
     [](const Profile& profile) { return hasKind(profile, FrameKind::Kernel); }},
    {ProfilePart::ScriptMarks, "marks of interpreted frames",
     [](const Profile& profile) { return hasKind(profile, FrameKind::Interpreted); }},
    {ProfilePart::InlineMarks, "marks of inlined frames",
     [](const Profile& profile) { return hasKind(profile, FrameKind::Inlined); }},
    {ProfilePart::Lives, "starts and ends of processes", hasLives},
    {ProfilePart::StartTime, "date",
     [](const Profile& profile) { return profile.origin.startTime != noTime; }},
    {ProfilePart::Host, "name of the machine",
     [](const Profile& profile) { return !profile.origin.host.empty(); }},
    {ProfilePart::KernelVersion, "kernel version",
     [](const Profile& profile) { return !profile.origin.kernel.empty(); }},
    {ProfilePart::Command, "recorded command",
     [](const Profile& profile) { return !profile.origin.command.empty(); }},
    {ProfilePart::Comments, "comments", [](const Profile& profile) { return !profile.comments.empty(); }},
    {ProfilePart::Losses, "counts of lost samples and recorder costs",
     [](const Profile& profile) { return !profile.losses.empty() || profile.hasRecorderUsage; }},
    {ProfilePart::CpuAccount, "CPU time as the kernel counted it",
     [](const Profile& profile) { return profile.hasCpuAccount; }},
    {ProfilePart::KeptCode, "machine code", [](const Profile& profile) { return !profile.code.empty(); }},
    {ProfilePart::KeptSource, "text of source lines",
     [](const Profile& profile) { return !profile.sources.empty(); }},
};

} // namespace

void addLosses(const Profile& profile, std::string_view formatHas, ProfilePart held, Output& output) {
    std::vector<std::string_view> lost;
    for (const auto& part : parts) {
        if (!contains(held, part.part) && part.has(profile)) lost.push_back(part.words);
    }
    if (lost.empty()) return;
    std::string text(lost.front());
    for (std::size_t row = 1; row < lost.size(); ++row)
        text += fmt::format("{}{}", row + 1 == lost.size() ? " and no " : ", ", lost[row]);
    output.addLoss(fmt::format("{} no {}: left out", formatHas, text));
}

void addStacklessLoss(const Profile& profile, std::string_view formatHas, Output& output) {
    if (hasStackless(profile))
        output.addLoss(
            fmt::format("{} no samples without a stack: they are written as \"[no stack]\"", formatHas));
}

void addMixedTimesLoss(std::string_view formatHas, Output& output) {
    output.addLoss(
        fmt::format("{} times for all samples of a thread or for none: where some are missing, the "
                    "others are left out",
                    formatHas));
}

void addValueLoss(const Profile& profile, std::string_view formatHas, Output& output) {
    if (profile.samples.size() < 2) return;
    const auto& shown = profile.samples[profile.shownValue().row()].type;
    output.addLoss(
        fmt::format("{} one value type: only \"{}\" is written", formatHas, profile.text(shown.name)));
}

} // namespace candela
