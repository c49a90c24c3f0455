#include "model/formats/speedscope/speedscope_writer.h"

#include "model/analysis/grouping/grouping.h"
#include "model/base/task.h"
#include "model/base/wrapping.h"
#include "model/formats/json/json_writing.h"
#include "model/formats/output/exported_names.h"
#include "model/formats/output/profile_losses.h"
#include "model/formats/speedscope/speedscope_units.h"

#include <absl/container/flat_hash_map.h>
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace candela {

namespace {

constexpr std::size_t jsonPieceSize = 1u << 20;

} // namespace

Result<void> SpeedscopeWriter::write(Task& task) {
    m_json = "{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",\"exporter\":\"candela\",";
    writeFrames();
    const auto shown = m_profile.shownValue();
    std::size_t active = 0;
    m_json += ",\"profiles\":[";
    for (std::size_t value = 0; value < m_profile.samples.size(); ++value) {
        const auto& table = m_profile.samples[value];
        if (shown == ValueTypeIndex(value)) active = m_profiles;
        std::size_t begin = 0;
        do { // a value type without samples gets one profile, too
            auto end = begin;
            while (end < table.size() && table.threadAt(end) == table.threadAt(begin))
                ++end;
            const Rows rows{table, begin, end};
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
    addStacklessLoss(m_profile, "speedscope has", m_output);
    return {};
}

/// Frames that are equal in this format become one.
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
    const auto groups =
        groupFrames(std::shared_ptr<const Profile>(&m_profile, [](auto*) {}), Grouping::Function);
    const ExportedNames names(*groups, HeldBesideNames::Files);
    for (std::size_t row = 0; row < frames.size(); ++row) {
        std::string json = "{\"name\":";
        auto line = frames.line[row];
        if (const auto index = frames.function[row]) {
            const auto& function = m_profile.functions[index.row()];
            appendJsonText(json, names.of(groups->groupOfFrame[row]));
            if (const auto file = m_profile.text(function.file); !file.empty()) {
                json += ",\"file\":";
                appendJsonText(json, file);
            }
            if (line == 0) line = function.startLine;
        } else {
            const auto mapping = frames.mapping[row];
            const auto path = mapping ? m_profile.mappings[mapping.row()].path : StringIndex();
            appendJsonText(json, unnamedCodeName(m_profile.text(path)));
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
    std::string own = "\"value\":";
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
    if (rows.table.lasts) own += ",\"lasts\":true";
    m_json += "{\"type\":\"sampled\",\"name\":";
    appendJsonText(m_json, name);
    fmt::format_to(std::back_inserter(m_json), ",\"unit\":\"{}\",\"candela\":{{{}", speedscopeUnit(unit).name,
                   own);
    writeStarts(rows);
    m_json += '}';
}

/// Writes each sample's start as the difference from the previous one, null if it is not known. speedscope
/// arranges samples one after the other and computes shares of all weights together, so idle time between
/// them can't be a sample: it would have a share.
void SpeedscopeWriter::writeStarts(const Rows& rows) {
    if (rows.table.time.empty()) return;
    m_json += ",\"starts\":";
    std::int64_t before = 0;
    appendArray(m_json, rows.end - rows.begin, [&](std::size_t row) {
        const auto time = rows.table.timeAt(rows.begin + row);
        if (time == noTime) {
            m_json += "null";
        } else {
            fmt::format_to(std::back_inserter(m_json), "{}", wrappingDifference(time, before));
            before = time;
        }
        if (m_json.size() > jsonPieceSize) flush();
    });
}

Result<void> SpeedscopeWriter::writeSamples(const Rows& rows, Task& task) {
    std::int64_t sum = 0;
    m_json += ",\"samples\":[";
    for (auto row = rows.begin; row < rows.end; ++row) {
        if (row % samplesBetweenChecks == 0 && task.isCancelled()) return cancelled();
        if (row > rows.begin) m_json += ',';
        writeStack(rows.table.stack[row]);
        sum = wrappingSum(sum, rows.table.weight[row]);
        if (m_json.size() > jsonPieceSize) flush();
    }
    m_json += "],\"weights\":";
    appendArray(m_json, rows.end - rows.begin, [&](std::size_t row) {
        fmt::format_to(std::back_inserter(m_json), "{}", rows.table.weight[rows.begin + row]);
        if (m_json.size() > jsonPieceSize) flush();
    });
    fmt::format_to(std::back_inserter(m_json), ",\"startValue\":0,\"endValue\":{}}}", sum);
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
