#include "model/formats/pprof/pprof_writer.h"

#include "model/base/task.h"
#include "model/base/wrapping.h"
#include "model/formats/pprof/pprof_file.h"
#include "model/formats/pprof/pprof_labels.h"
#include "model/formats/pprof/pprof_locations.h"

#include <algorithm>

namespace candela {

namespace {

/// Samples of all value types by their common parts, in the order in which they first occur.
struct SampleRows {
    struct Key {
        StackIndex stack;
        ThreadIndex thread;
        LabelSetIndex labels;

        bool operator==(const Key&) const = default;
        template<typename H>
        friend H AbslHashValue(H state, const Key& key) {
            return H::combine(std::move(state), key.stack, key.thread, key.labels);
        }
    };
    std::vector<Key> keys;
    std::vector<std::int64_t> weights; ///< for each key, one weight for each value type
};

Result<SampleRows> mergeSamples(const Profile& profile, Task& task) {
    SampleRows rows;
    absl::flat_hash_map<SampleRows::Key, std::size_t> rowOfKey;
    const auto valueTypes = profile.samples.size();
    for (std::size_t value = 0; value < valueTypes; ++value) {
        const auto& table = profile.samples[value];
        for (std::size_t row = 0; row < table.size(); ++row) {
            if (row % samplesBetweenChecks == 0 && task.isCancelled()) return cancelled();
            const auto labels = table.labelsAt(row);
            const bool hasLabels = !profile.labelsOf(labels).empty();
            const SampleRows::Key key{table.stack[row], table.threadAt(row),
                                      hasLabels ? labels : LabelSetIndex()};
            const auto [found, isNew] = rowOfKey.try_emplace(key, rows.keys.size());
            if (isNew) {
                rows.keys.push_back(key);
                rows.weights.resize(rows.weights.size() + valueTypes);
            }
            auto& weight = rows.weights[found->second * valueTypes + value];
            weight = wrappingSum(weight, table.weight[row]);
        }
    }
    return rows;
}

class PprofWriter {
public:
    explicit PprofWriter(const Profile& profile)
        : m_profile(profile), m_strings(profile.strings), m_locations(profile, m_strings) {}

    Result<std::string> write(Task& task) {
        writeHead();
        TRY(writeSamples(task));
        m_out.fields(m_locations.fields());
        m_out.fields(m_strings.fields());
        return m_out.bytes();
    }

private:
    void writeHead();
    void writeValueType(std::uint32_t field, std::uint64_t name, std::uint64_t unit);
    Result<void> writeSamples(Task& task);
    void writeSample(const SampleRows::Key& key, std::span<const std::int64_t> weights);
    const std::string& labelFields(const SampleRows::Key& key);
    void writeLabel(WireWriter& out, const Label& label);
    void writeLabel(WireWriter& out, std::string_view key, std::int64_t number);
    void writeLabel(WireWriter& out, std::string_view key, StringIndex text);

    const Profile& m_profile;
    PprofStrings m_strings;
    PprofLocations m_locations;
    WireWriter m_out;
    WireWriter m_sample; // the current sample
    WireWriter m_packed; // packed numbers of one of its fields
    absl::flat_hash_map<std::pair<LabelSetIndex, ThreadIndex>, std::string> m_labelFields;
};

void PprofWriter::writeHead() {
    const auto& origin = m_profile.origin;
    for (const auto& table : m_profile.samples)
        writeValueType(pprof_field::SampleType, m_strings.number(table.type.name),
                       m_strings.number(table.type.unit));
    if (origin.startTime != noTime)
        m_out.number(pprof_field::TimeNanos, static_cast<std::uint64_t>(origin.startTime));
    m_out.number(pprof_field::DurationNanos, static_cast<std::uint64_t>(origin.duration));
    if (!origin.periodType.empty() || !origin.periodUnit.empty())
        writeValueType(pprof_field::PeriodType, m_strings.number(origin.periodType),
                       m_strings.number(origin.periodUnit));
    m_out.number(pprof_field::Period, static_cast<std::uint64_t>(origin.period));
    std::vector<std::string> comments = m_profile.comments;
    if (!origin.host.empty()) comments.push_back("host: " + origin.host);
    if (!origin.kernel.empty()) comments.push_back("kernel: " + origin.kernel);
    if (!origin.command.empty()) comments.push_back("command: " + origin.command);
    for (const auto& comment : comments)
        m_out.number(pprof_field::Comment, m_strings.number(comment));
    if (m_profile.defaultValue)
        m_out.number(pprof_field::DefaultSampleType,
                     m_strings.number(m_profile.samples[m_profile.defaultValue.row()].type.name));
}

void PprofWriter::writeValueType(std::uint32_t field, std::uint64_t name, std::uint64_t unit) {
    WireWriter type;
    type.number(pprof_field::Type, name);
    type.number(pprof_field::Unit, unit);
    m_out.message(field, type);
}

Result<void> PprofWriter::writeSamples(Task& task) {
    const auto rows = TRY(mergeSamples(m_profile, task));
    const auto valueTypes = m_profile.samples.size();
    for (std::size_t row = 0; row < rows.keys.size(); ++row) {
        if (row % samplesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(double(row) / double(rows.keys.size()));
        }
        writeSample(rows.keys[row], std::span(rows.weights).subspan(row * valueTypes, valueTypes));
    }
    return {};
}

void PprofWriter::writeSample(const SampleRows::Key& key, std::span<const std::int64_t> weights) {
    m_sample.clear();
    m_packed.clear();
    for (auto stack = key.stack; stack;) {
        const auto part = m_locations.partAt(stack);
        m_packed.varint(part.location);
        stack = part.caller;
    }
    if (m_packed.size() > 0) m_sample.message(pprof_field::LocationId, m_packed);
    m_packed.clear();
    for (const auto weight : weights)
        m_packed.varint(static_cast<std::uint64_t>(weight));
    m_sample.message(pprof_field::Value, m_packed);
    m_sample.fields(labelFields(key));
    m_out.message(pprof_field::Sample, m_sample);
}

/// Labels of the sample, its thread and process. Threads are written under the keys that Candela's reader
/// recognizes.
const std::string& PprofWriter::labelFields(const SampleRows::Key& key) {
    const auto [found, isNew] = m_labelFields.try_emplace({key.labels, key.thread});
    if (!isNew) return found->second;
    WireWriter out;
    for (const auto& label : m_profile.labelsOf(key.labels))
        writeLabel(out, label);
    if (key.thread) {
        const auto& thread = m_profile.threads[key.thread.row()];
        const auto& process = m_profile.processes[thread.process.row()];
        writeLabel(out, pprof_label::pid, process.pid);
        writeLabel(out, pprof_label::process, process.name);
        writeLabel(out, pprof_label::tid, thread.tid);
        writeLabel(out, pprof_label::thread, thread.name);
        for (const auto set : {thread.labels, process.labels}) {
            for (const auto& label : m_profile.labelsOf(set))
                writeLabel(out, label);
        }
    }
    found->second = out.bytes();
    return found->second;
}

void PprofWriter::writeLabel(WireWriter& out, const Label& label) {
    WireWriter message;
    message.number(pprof_field::Key, m_strings.number(label.key));
    if (label.text) {
        message.number(pprof_field::Text, m_strings.presentNumber(label.text));
    } else {
        message.number(pprof_field::Number, static_cast<std::uint64_t>(label.number));
        message.number(pprof_field::NumberUnit, m_strings.number(label.unit));
    }
    out.message(pprof_field::Label, message);
}

void PprofWriter::writeLabel(WireWriter& out, std::string_view key, std::int64_t number) {
    WireWriter message;
    message.number(pprof_field::Key, m_strings.number(key));
    message.number(pprof_field::Number, static_cast<std::uint64_t>(number));
    out.message(pprof_field::Label, message);
}

void PprofWriter::writeLabel(WireWriter& out, std::string_view key, StringIndex text) {
    if (text.isNone()) return;
    WireWriter message;
    message.number(pprof_field::Key, m_strings.number(key));
    message.number(pprof_field::Text, m_strings.presentNumber(text));
    out.message(pprof_field::Label, message);
}

} // namespace

Result<std::string> writePprofMessage(const Profile& profile, Task& task) {
    return PprofWriter(profile).write(task);
}

} // namespace candela
