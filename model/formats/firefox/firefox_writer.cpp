#include "model/formats/firefox/firefox_writer.h"

#include "model/analysis/grouping/grouping.h"
#include "model/base/task.h"
#include "model/formats/firefox/firefox_thread_tables.h"
#include "model/formats/json/json_writing.h"
#include "model/formats/output/profile_losses.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace candela {

namespace {

/// The id that Breakpad makes from the first 16 bytes of a build id: the first three numbers of a GUID
/// byte-swapped, then an age.
std::string breakpadId(std::string_view buildId) {
    if (buildId.size() < 32 || buildId.find_first_not_of("0123456789abcdefABCDEF") != std::string_view::npos)
        return std::string(buildId);
    static constexpr int order[]{3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};
    std::string id;
    for (const int byte : order)
        id += buildId.substr(2 * static_cast<std::size_t>(byte), 2);
    std::ranges::transform(
        id, id.begin(), [](char letter) { return letter >= 'a' ? static_cast<char>(letter - 32) : letter; });
    return id + "0";
}

bool isTime(const Profile& profile, const SampleTable& table) {
    return profile.text(table.type.unit) == "nanoseconds";
}

} // namespace

Result<void> FirefoxWriter::write(Task& task) {
    nameProcesses();
    m_json = "{";
    writeMeta();
    writeLibraries();
    TRY(writeThreads(task));
    m_json += ",\"pages\":[],\"profilerOverhead\":[],\"counters\":[]}\n";
    flush();
    addLosses(m_profile, "the Firefox Profiler's format has",
              ProfilePart::Times | ProfilePart::Threads | ProfilePart::Modules | ProfilePart::BuildIds |
                  ProfilePart::Addresses | ProfilePart::Sources | ProfilePart::StartLines |
                  ProfilePart::KernelMarks | ProfilePart::ScriptMarks | ProfilePart::InlineMarks |
                  ProfilePart::StartTime,
              m_output);
    addStacklessLoss(m_profile, "the Firefox Profiler's format has", m_output);
    if (m_hasLeftOutTimes) addMixedTimesLoss("the Firefox Profiler's format has", m_output);
    if (m_hasLeftOutAddresses)
        m_output.addLoss("the Firefox Profiler's format has addresses up to 2^53: larger ones are left out");
    return {};
}

void FirefoxWriter::writeMeta() {
    const auto& origin = m_profile.origin;
    const auto out = std::back_inserter(m_json);
    m_json += "\"meta\":{\"interval\":";
    if (origin.period > 0 && origin.periodUnit == "nanoseconds")
        appendMilliseconds(m_json, origin.period);
    else
        m_json += '1';
    m_json += ",\"startTime\":";
    appendMilliseconds(m_json, origin.startTime == noTime ? 0 : origin.startTime);
    if (origin.duration > 0) {
        m_json += ",\"profilingStartTime\":0,\"profilingEndTime\":";
        appendMilliseconds(m_json, origin.duration);
    }
    m_json += ",\"processType\":0,\"product\":\"Candela\",\"version\":24,\"preprocessedProfileVersion\":54,"
              "\"stackwalk\":1,\"debug\":false,\"symbolicated\":true,\"sourceCodeIsNotOnSearchfox\":true,"
              "\"candela\":{\"default\":";
    appendJsonText(m_json, m_profile.defaultValue
                               ? m_profile.text(m_profile.samples[m_profile.defaultValue.row()].type.name)
                               : std::string_view());
    m_json +=
        "},\"extensions\":{\"length\":0,\"baseURL\":[],\"id\":[],\"name\":[]},"
        "\"markerSchema\":[],\"pausedRanges\":[],"
        "\"sampleUnits\":{\"time\":\"ms\",\"eventDelay\":\"ms\",\"threadCPUDelta\":\"ns\"},\"categories\":[";
    // Names and colours of the categories, in the order of FirefoxThreadTables::Category.
    static constexpr std::pair<std::string_view, std::string_view> categories[]{
        {"Other", "grey"}, {"User", "yellow"}, {"Kernel", "orange"}, {"JavaScript", "blue"}};
    for (const auto& [name, colour] : categories)
        fmt::format_to(out, "{}{{\"name\":\"{}\",\"color\":\"{}\",\"subcategories\":[\"Other\"]}}",
                       name == "Other" ? "" : ",", name, colour);
    const bool hasScripts =
        std::ranges::find(m_profile.frames.kind, FrameKind::Interpreted) != m_profile.frames.kind.end();
    fmt::format_to(out, "],\"usesOnlyOneStackType\":{}}}", !hasScripts);
}

/// Writes all known modules, in the order of the profile's mappings.
void FirefoxWriter::writeLibraries() {
    m_json += ",\"libs\":";
    appendArray(m_json, m_profile.mappings.size(), [&](std::size_t row) {
        const auto& mapping = m_profile.mappings[row];
        const auto path = m_profile.text(mapping.path);
        const auto buildId = m_profile.text(mapping.buildId);
        const auto field = [&](std::string_view name, std::string_view text) {
            fmt::format_to(std::back_inserter(m_json), "\"{}\":", name);
            appendJsonText(m_json, text);
            m_json += ',';
        };
        m_json += '{';
        field("name", lastPathPart(path));
        field("path", path);
        field("debugName", lastPathPart(path));
        field("debugPath", path);
        field("breakpadId", breakpadId(buildId));
        if (!buildId.empty()) field("codeId", buildId);
        m_json += "\"arch\":null}";
    });
}

void FirefoxWriter::nameProcesses() {
    std::map<std::int32_t, int> counts;
    for (const auto& process : m_profile.processes) {
        const auto before = counts[process.pid]++;
        m_pids.push_back(before == 0 ? std::to_string(process.pid)
                                     : fmt::format("{}.{}", process.pid, before));
    }
}

Result<void> FirefoxWriter::writeThreads(Task& task) {
    m_json += ",\"threads\":[";
    bool isFirst = true;
    for (const auto& table : m_profile.samples) {
        std::size_t begin = 0;
        do { // a value type without samples gets one thread, too
            auto end = begin;
            while (end < table.size() && table.threadAt(end) == table.threadAt(begin))
                ++end;
            if (!isFirst) m_json += ',';
            isFirst = false;
            TRY(writeThread(table, begin, end, task));
            begin = end;
        } while (begin < table.size());
    }
    m_json += ']';
    return {};
}

void FirefoxWriter::writeThreadHead(const SampleTable& table, ThreadIndex thread, bool hasTimes) {
    const auto value = m_profile.text(table.type.name);
    const auto out = std::back_inserter(m_json);
    const auto text = [&](std::string_view name, std::string_view content) {
        fmt::format_to(out, "\"{}\":", name);
        appendJsonText(m_json, content);
        m_json += ',';
    };
    m_json += '{';
    std::string name(value);
    if (thread) {
        const auto& row = m_profile.threads[thread.row()];
        const auto& process = m_profile.processes[row.process.row()];
        name = m_profile.text(row.name);
        if (m_profile.samples.size() > 1) name += fmt::format(" ({})", value);
        text("processName", m_profile.text(process.name));
        fmt::format_to(out, "\"pid\":\"{}\",\"tid\":{},\"isMainThread\":{},", m_pids[row.process.row()],
                       row.tid, row.tid == process.pid);
    } else {
        m_json += "\"processName\":\"\",\"pid\":\"0\",\"tid\":0,\"isMainThread\":true,";
    }
    text("name", name);
    m_json += "\"processType\":\"default\",\"processStartupTime\":0,\"processShutdownTime\":null,"
              "\"registerTime\":0,\"unregisterTime\":null,\"pausedRanges\":[],\"candela\":{";
    text("value", value);
    text("unit", m_profile.text(table.type.unit));
    if (thread) text("thread", m_profile.text(m_profile.threads[thread.row()].name));
    fmt::format_to(out, "\"threads\":{},\"times\":{}}},", bool(thread), hasTimes);
    m_json += "\"markers\":{\"length\":0,\"category\":[],\"data\":[],\"endTime\":[],\"name\":[],\"phase\":[],"
              "\"startTime\":[]},";
}

Result<void> FirefoxWriter::writeThread(const SampleTable& table, std::size_t begin, std::size_t end,
                                        Task& task) {
    std::size_t timed = 0;
    for (auto row = begin; row < end; ++row)
        timed += table.timeAt(row) != noTime;
    const bool hasTimes = begin < end && timed == end - begin;
    m_hasLeftOutTimes |= timed > 0 && !hasTimes;
    writeThreadHead(table, begin < end ? table.threadAt(begin) : ThreadIndex(), hasTimes);
    FirefoxThreadTables tables(m_profile);
    const auto out = std::back_inserter(m_json);
    const auto unit = m_profile.text(table.type.unit);
    const bool areTimes = isTime(m_profile, table);
    fmt::format_to(out, "\"samples\":{{\"length\":{},\"weightType\":\"{}\",\"stack\":", end - begin,
                   areTimes          ? "tracing-ms"
                   : unit == "bytes" ? "bytes"
                                     : "samples");
    bool isCancelled = false;
    appendArray(m_json, end - begin, [&](std::size_t row) {
        if (row % samplesBetweenChecks == 0) isCancelled |= task.isCancelled();
        if (!isCancelled) fmt::format_to(out, "{}", tables.stack(table.stack[begin + row]));
    });
    if (isCancelled) return cancelled();
    m_json += ",\"time\":";
    appendArray(m_json, end - begin, [&](std::size_t row) {
        // The format needs a time for each sample, in ascending order.
        appendMilliseconds(m_json,
                           hasTimes ? table.timeAt(begin + row) : static_cast<std::int64_t>(row) * 1'000'000);
    });
    m_json += ",\"weight\":";
    appendArray(m_json, end - begin, [&](std::size_t row) {
        const auto weight = table.weight[begin + row];
        if (areTimes)
            appendMilliseconds(m_json, weight);
        else
            fmt::format_to(out, "{}", weight);
    });
    m_json += "},";
    tables.write(m_json);
    m_json += '}';
    flush();
    m_hasLeftOutAddresses |= tables.hasLeftOutAddresses();
    return {};
}

void FirefoxWriter::flush() {
    m_output.write(m_json);
    m_json.clear();
}

} // namespace candela
