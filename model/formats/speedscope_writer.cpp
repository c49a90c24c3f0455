#include "model/formats/speedscope_writer.h"

#include "model/analysis/grouping.h"
#include "model/base/wrapping.h"
#include "model/formats/json_writing.h"
#include "model/formats/profile_losses.h"
#include "model/formats/speedscope_units.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace candela {

namespace {

constexpr std::size_t samplesBetweenChecks = 1u << 14;
constexpr std::size_t pieceSize = 1u << 20;

} // namespace

Result<void> SpeedscopeWriter::write(Task& task) {
    m_json = "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"candela\",";
    writeFrames();
    const auto shown = m_profile.shownValue();
    std::size_t active = 0;
    bool hasMixedTimes = false;
    m_json += ",\"profiles\":[";
    for (std::size_t value = 0; value < m_profile.samples.size(); ++value) {
        const auto& table = m_profile.samples[value];
        const bool isTime = speedscopeUnit(m_profile.text(table.type.unit)).nanoseconds == 1;
        if (shown == ValueTypeIndex(value)) active = m_profiles;
        std::size_t begin = 0;
        do { // one for a table without samples, too
            auto end = begin;
            std::size_t timed = 0;
            for (; end < table.size() && table.threadAt(end) == table.threadAt(begin); ++end)
                timed += table.timeAt(end) != noTime;
            const bool hasTimes = isTime && begin < end && timed == end - begin;
            hasMixedTimes |= isTime && timed > 0 && !hasTimes;
            const Rows rows{table, begin, end, hasTimes};
            if (m_profiles++ > 0) m_json += ',';
            writeHead(rows);
            TRY(writeSamples(rows, task));
            begin = end;
        } while (begin < table.size());
    }
    fmt::format_to(std::back_inserter(m_json), "],\"activeProfileIndex\":{}}}\n", active);
    flush();
    addLosses(m_profile, "speedscope has",
              ProfilePart::Times | ProfilePart::Lasting | ProfilePart::Threads | ProfilePart::Sources,
              m_output);
    const bool hasOtherTimes = std::ranges::any_of(m_profile.samples, [&](const SampleTable& table) {
        return !table.time.empty() && speedscopeUnit(m_profile.text(table.type.unit)).nanoseconds != 1;
    });
    if (hasOtherTimes)
        m_output.addLoss(
            "speedscope has times only where weights are nanoseconds: those of others are left out");
    addStacklessLoss(m_profile, "speedscope has", m_output);
    if (hasMixedTimes) addMixedTimesLoss("speedscope has", m_output);
    if (m_movesSamples)
        m_output.addLoss("speedscope has one sample behind the other: those that overlap in time are moved");
    return {};
}

/// Frames that look the same in this format are one.
void SpeedscopeWriter::writeFrames() {
    std::vector<std::string> written;
    absl::flat_hash_map<std::string, std::uint32_t> numbers;
    const auto add = [&](std::string json) {
        const auto [found, isNew] =
            numbers.try_emplace(std::move(json), static_cast<std::uint32_t>(written.size()));
        if (isNew) written.push_back(found->first);
        return found->second;
    };
    const auto& frames = m_profile.frames;
    for (std::size_t row = 0; row < frames.size(); ++row) {
        std::string json = "{\"name\":";
        auto line = frames.line[row];
        if (const auto index = frames.function[row]) {
            const auto& function = m_profile.functions[index.row()];
            appendJsonText(json, m_profile.text(function.name));
            if (const auto file = m_profile.text(function.file); !file.empty()) {
                json += ",\"file\":";
                appendJsonText(json, file);
            }
            if (line == 0) line = function.startLine;
        } else {
            const auto mapping = frames.mapping[row];
            const auto path = mapping ? m_profile.mappings[mapping.row()].path : StringIndex();
            appendJsonText(json, unnamedPlace(m_profile.text(path)));
        }
        if (line > 0) fmt::format_to(std::back_inserter(json), ",\"line\":{}", line);
        m_frames.push_back(add(json + "}"));
    }
    m_noStack = add("{\"name\":\"[no stack]\"}");
    m_json += "\"shared\":{\"frames\":";
    appendArray(m_json, written.size(), [&](std::size_t row) { m_json += written[row]; });
    m_json += '}';
}

void SpeedscopeWriter::writeHead(const Rows& rows) {
    const auto value = m_profile.text(rows.table.type.name);
    const auto unit = m_profile.text(rows.table.type.unit);
    const auto thread = rows.begin < rows.end ? rows.table.threadAt(rows.begin) : ThreadIndex();
    std::string own = "{\"value\":";
    appendJsonText(own, value);
    own += ",\"unit\":";
    appendJsonText(own, unit);
    std::string name(value);
    if (thread) {
        const auto& row = m_profile.threads[thread.row()];
        const auto& process = m_profile.processes[row.process.row()];
        name = fmt::format("{} ({}) / {} ({})", m_profile.text(process.name), process.pid,
                           m_profile.text(row.name), row.tid);
        if (m_profile.samples.size() > 1) name += fmt::format(": {}", value);
        fmt::format_to(std::back_inserter(own), ",\"pid\":{},\"process\":", process.pid);
        appendJsonText(own, m_profile.text(process.name));
        fmt::format_to(std::back_inserter(own), ",\"tid\":{},\"thread\":", row.tid);
        appendJsonText(own, m_profile.text(row.name));
    }
    if (rows.hasTimes) own += ",\"times\":true";
    if (rows.hasTimes && rows.table.lasts) own += ",\"lasts\":true";
    m_json += "{\"type\":\"sampled\",\"name\":";
    appendJsonText(m_json, name);
    fmt::format_to(std::back_inserter(m_json), ",\"unit\":\"{}\",\"candela\":{}}}", speedscopeUnit(unit).name,
                   own);
}

/// Where nothing ran between two samples, a stack without frames fills the gap.
Result<void> SpeedscopeWriter::writeSamples(const Rows& rows, Task& task) {
    const auto start = rows.hasTimes ? rows.table.timeAt(rows.begin) : 0;
    auto now = start;
    std::vector<std::int64_t> weights;
    weights.reserve(rows.end - rows.begin);
    m_json += ",\"samples\":[";
    for (auto row = rows.begin; row < rows.end; ++row) {
        if (row % samplesBetweenChecks == 0 && task.isCancelled()) return cancelled();
        if (row > rows.begin) m_json += ',';
        const auto weight = rows.table.weight[row];
        if (rows.hasTimes) {
            const auto time = rows.table.timeAt(row);
            m_movesSamples |= time < now;
            if (time > now) {
                m_json += "[],";
                weights.push_back(wrappingDifference(time, now));
                now = time;
            }
        }
        writeStack(rows.table.stack[row]);
        weights.push_back(weight);
        now = wrappingSum(now, weight);
        if (m_json.size() > pieceSize) flush();
    }
    m_json += "],\"weights\":";
    appendArray(m_json, weights.size(), [&](std::size_t row) {
        fmt::format_to(std::back_inserter(m_json), "{}", weights[row]);
        if (m_json.size() > pieceSize) flush();
    });
    fmt::format_to(std::back_inserter(m_json), ",\"startValue\":{},\"endValue\":{}}}", start, now);
    return {};
}

void SpeedscopeWriter::writeStack(StackIndex stack) {
    m_path.clear();
    if (stack.isNone()) m_path.push_back(m_noStack);
    for (; stack; stack = m_profile.stacks.parent[stack.row()])
        m_path.push_back(m_frames[m_profile.stacks.frame[stack.row()].row()]);
    std::reverse(m_path.begin(), m_path.end());
    appendArray(m_json, m_path.size(),
                [&](std::size_t row) { fmt::format_to(std::back_inserter(m_json), "{}", m_path[row]); });
}

void SpeedscopeWriter::flush() {
    m_output.write(m_json);
    m_json.clear();
}

} // namespace candela
