/// The format of Valgrind's callgrind and cachegrind, and of other writers (xdebug, exports of perf).
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/callgrind/callgrind_file.h"
#include "model/formats/callgrind/callgrind_stacks.h"
#include "model/formats/callgrind/callgrind_writer.h"
#include "model/formats/encoding/text_end.h"
#include "model/formats/encoding/text_lines.h"
#include "model/formats/format.h"

#include <fmt/format.h>

namespace candela {

namespace {

bool recognizesCallgrind(const FileStart& start) {
    return start.isText() && looksLikeCallgrind(start.wholeLines());
}

/// Some tools append the unit to the name: "Time_(10ns)", "Memory_(bytes)".
std::string_view unitOf(const CallgrindEvent& callgrindEvent) {
    const auto event = callgrindEvent.name;
    if (!callgrindEvent.unit.empty()) return callgrindEvent.unit;
    if (event.ends_with("(bytes)")) return "bytes";
    if (event.ends_with("(ns)")) return "nanoseconds";
    if (event.ends_with("(us)")) return "microseconds";
    if (event.ends_with("(10ns)")) return "× 10 ns";
    return "count";
}

/// Parts of the same process and thread share rows.
class CallgrindThreads {
public:
    explicit CallgrindThreads(ProfileBuilder& builder) : m_builder(builder) {}

    ThreadIndex find(const CallgrindPart& part) {
        if (part.pid == 0 && part.thread == 0) return {};
        auto& process = m_processes.try_emplace(part.pid, ProcessIndex()).first->second;
        const auto name = m_builder.string(part.command.substr(0, part.command.find(' ')));
        if (process.isNone())
            process = m_builder.addProcess({.pid = part.pid, .parent = {}, .name = name, .labels = {}});
        auto& thread = m_threads.try_emplace({part.pid, part.thread}, ThreadIndex()).first->second;
        if (thread.isNone())
            thread = m_builder.addThread({.process = process, .tid = part.thread, .name = {}, .labels = {}});
        return thread;
    }

private:
    ProfileBuilder& m_builder;
    absl::flat_hash_map<std::int32_t, ProcessIndex> m_processes;
    absl::flat_hash_map<std::pair<std::int32_t, std::int32_t>, ThreadIndex> m_threads;
};

/// Compares with the file's own totals: a truncated file does not reach them.
void compareTotals(const CallgrindPart& part, ProfileBuilder& builder) {
    std::vector<std::int64_t> sums(part.events.size());
    for (std::size_t item = 0; item < part.graph.items().size(); ++item) {
        if (part.graph.items()[item].callee != CallgrindGraph::noCallee) continue;
        for (std::size_t event = 0; event < sums.size(); ++event)
            sums[event] += part.graph.costs(item)[event];
    }
    for (std::size_t event = 0; event < std::min(sums.size(), part.totals.size()); ++event) {
        if (part.totals[event] > 0 && part.totals[event] != sums[event])
            builder.addWarning(ModelText::tr("The costs of {} add up to {}, but the file states {}.",
                                             part.events[event].name, formatCount(sums[event]),
                                             formatCount(part.totals[event])));
    }
}

Result<Profile> readCallgrind(Input& input, Task& task) {
    const LineText text(TRY(input.all(task)));
    ProfileBuilder builder;
    CallgrindFile file(builder);
    const auto parts = TRY(file.read(text.text(), task));
    CallgrindThreads threads(builder);
    builder.origin().command = parts.front().command;
    for (const auto& part : parts) {
        CallgrindSamples samples;
        for (const auto& event : part.events)
            samples.values.push_back(builder.valueType(event.name, unitOf(event)));
        samples.thread = threads.find(part);
        if (parts.size() > 1) {
            std::vector<Label> labels{{builder.string("part"), {}, part.number, {}}};
            samples.labels = builder.labelSet(std::move(labels));
        }
        samples.rootName = part.rootName;
        samples.hasRecursionNumbers = part.creator.starts_with("callgrind") || part.isOurs();
        compareTotals(part, builder);
        if (samples.hasRecursionNumbers && !part.hasEnd)
            builder.addWarning(ModelText::tr("The file ends without its totals: it may have been cut off."));
        CallgrindStacks stacks(part.graph, samples, builder);
        TRY(stacks.add(task));
        if (stacks.isApportioned())
            builder.addWarning(ModelText::tr(
                "The file has callers and callees but no stacks: the cost of the callees of a function with "
                "several callers is split in proportion to the function's cost for each caller."));
        if (stacks.isCut())
            builder.addWarning(
                ModelText::tr("There are more calling contexts than are shown: the remaining own cost of "
                              "each function is shown without its callers."));
    }
    warnOfCutLine(text.text(), builder);
    builder.setDefaultValue(ValueTypeIndex(0));
    return builder.build();
}

Result<void> writeCallgrind(const Profile& profile, Output& output, Task& task) {
    return CallgrindWriter(profile, output).write(task);
}

} // namespace

Format callgrindFormat() {
    return {.name = "callgrind",
            .description = "Callgrind and cachegrind profile",
            .extensions = ".callgrind .callgrind.out .cachegrind.out callgrind.out.* cachegrind.out.*",
            .recognizes = recognizesCallgrind,
            .read = readCallgrind,
            .write = writeCallgrind};
}

} // namespace candela
