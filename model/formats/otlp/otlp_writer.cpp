#include "model/formats/otlp/otlp_writer.h"

#include "model/base/task.h"
#include "model/base/wrapping.h"
#include "model/formats/otlp/otlp_dictionary.h"
#include "model/formats/otlp/otlp_layout.h"

#include <algorithm>
#include <tuple>

namespace candela {

namespace {

class OtlpWriter {
public:
    explicit OtlpWriter(const Profile& profile) : m_profile(profile), m_dictionary(profile) {}

    Result<std::string> write(Task& task) {
        WireWriter scope;
        const auto values = m_profile.samples.size();
        for (std::size_t value = 0; value < values; ++value) {
            task.setRange(double(value) / double(values), double(value + 1) / double(values));
            scope.message(otlp_field::Profiles, TRY(profile(m_profile.samples[value], task)));
        }
        WireWriter resource;
        if (!m_profile.origin.host.empty()) {
            WireWriter text;
            text.bytes(1, m_profile.origin.host);
            WireWriter attribute;
            attribute.bytes(1, otlp_key::host);
            attribute.message(2, text);
            WireWriter attributes;
            attributes.message(otlp_field::ResourceAttributes, attribute);
            resource.message(otlp_field::Resource, attributes);
        }
        resource.message(otlp_field::ScopeProfiles, scope);
        WireWriter data;
        data.message(otlp_field::ResourceProfiles, resource);
        data.bytes(otlp_field::Dictionary, m_dictionary.bytes());
        return data.bytes();
    }

private:
    struct Key {
        StackIndex stack;
        ThreadIndex thread;
        std::int32_t cpu = -1;
        LabelSetIndex labels;

        bool operator==(const Key&) const = default;
        template<typename H>
        friend H AbslHashValue(H state, const Key& key) {
            return H::combine(std::move(state), key.stack, key.thread, key.cpu, key.labels);
        }
    };

    Result<WireWriter> profile(const SampleTable& table, Task& task);
    Result<void> writeSamples(const SampleTable& table, WireWriter& out, Task& task);
    WireWriter valueType(std::string_view name, std::string_view unit);
    const std::string& attributes(const Key& key);

    const Profile& m_profile;
    OtlpDictionary m_dictionary;
    absl::flat_hash_map<std::tuple<ThreadIndex, std::int32_t, LabelSetIndex>, std::string> m_attributes;
};

WireWriter OtlpWriter::valueType(std::string_view name, std::string_view unit) {
    WireWriter type;
    type.number(1, m_dictionary.string(name));
    type.number(2, m_dictionary.string(unit));
    return type;
}

Result<WireWriter> OtlpWriter::profile(const SampleTable& table, Task& task) {
    const auto& fields = newestOtlpLayout().profile;
    const auto& origin = m_profile.origin;
    WireWriter out;
    out.message(fields.sampleType,
                valueType(m_profile.text(table.type.name), m_profile.text(table.type.unit)));
    TRY(writeSamples(table, out, task));
    if (origin.startTime != noTime) out.fixed64(fields.time, static_cast<std::uint64_t>(origin.startTime));
    out.number(fields.duration, static_cast<std::uint64_t>(std::max<std::int64_t>(origin.duration, 0)));
    if (!origin.periodType.empty() || !origin.periodUnit.empty())
        out.message(fields.periodType, valueType(origin.periodType, origin.periodUnit));
    out.number(fields.period, static_cast<std::uint64_t>(origin.period));
    return out;
}

/// Rows with the same stack and attributes are one sample: with times, each keeps its weight; otherwise they
/// are added up.
Result<void> OtlpWriter::writeSamples(const SampleTable& table, WireWriter& out, Task& task) {
    const auto keyAt = [&](std::size_t row) {
        const auto labels = table.labelsAt(row);
        return Key{table.stack[row], table.threadAt(row), table.cpuAt(row),
                   m_profile.labelsOf(labels).empty() ? LabelSetIndex() : labels};
    };
    absl::flat_hash_map<Key, std::size_t> groupOfKey;
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t row = 0; row < table.size(); ++row) {
        if (row % samplesBetweenChecks == 0 && task.isCancelled()) return cancelled();
        const auto [found, isNew] = groupOfKey.try_emplace(keyAt(row), groups.size());
        if (isNew) groups.emplace_back();
        groups[found->second].push_back(row);
    }
    const auto& fields = newestOtlpLayout().sample;
    const auto start = m_profile.origin.startTime == noTime ? 0 : m_profile.origin.startTime;
    const auto put = [&](const Key& key, const WireWriter& weights, const WireWriter& times) {
        WireWriter sample;
        sample.number(fields.stack, m_dictionary.stack(key.stack));
        if (const auto& rows = attributes(key); !rows.empty()) sample.bytes(fields.attributes, rows);
        sample.message(fields.values, weights);
        if (times.size() > 0) sample.message(fields.timestamps, times);
        out.message(newestOtlpLayout().profile.sample, sample);
    };
    for (std::size_t group = 0; group < groups.size(); ++group) {
        if (group % samplesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(double(group) / double(groups.size()));
        }
        WireWriter weights;
        WireWriter times;
        std::int64_t timeless = 0;
        for (const auto row : groups[group]) {
            if (table.timeAt(row) == noTime) {
                timeless = wrappingSum(timeless, table.weight[row]);
                continue;
            }
            weights.varint(static_cast<std::uint64_t>(table.weight[row]));
            times.fixed64(static_cast<std::uint64_t>(wrappingSum(table.timeAt(row), start)));
        }
        const auto key = keyAt(groups[group].front());
        if (times.size() > 0) put(key, weights, times);
        if (timeless == 0) continue;
        WireWriter sum;
        sum.varint(static_cast<std::uint64_t>(timeless));
        put(key, sum, {});
    }
    return {};
}

/// The packed attribute rows of the thread, the CPU and the labels.
const std::string& OtlpWriter::attributes(const Key& key) {
    const auto [found, isNew] = m_attributes.try_emplace({key.thread, key.cpu, key.labels});
    if (!isNew) return found->second;
    WireWriter rows;
    const auto putLabels = [&](LabelSetIndex set) {
        for (const auto& label : m_profile.labelsOf(set)) {
            const auto name = m_profile.text(label.key);
            rows.varint(label.text ? m_dictionary.attribute(name, m_profile.text(label.text))
                                   : m_dictionary.attribute(name, label.number, m_profile.text(label.unit)));
        }
    };
    if (key.thread) {
        const auto& thread = m_profile.threads[key.thread.row()];
        const auto& process = m_profile.processes[thread.process.row()];
        rows.varint(m_dictionary.attribute(otlp_key::pid, process.pid, {}));
        rows.varint(m_dictionary.attribute(otlp_key::tid, thread.tid, {}));
        if (!m_profile.text(process.name).empty())
            rows.varint(m_dictionary.attribute(otlp_key::process, m_profile.text(process.name)));
        if (!m_profile.text(thread.name).empty())
            rows.varint(m_dictionary.attribute(otlp_key::thread, m_profile.text(thread.name)));
        putLabels(thread.labels);
        putLabels(process.labels);
    }
    if (key.cpu >= 0) rows.varint(m_dictionary.attribute(otlp_key::cpu, key.cpu, {}));
    putLabels(key.labels);
    found->second = rows.bytes();
    return found->second;
}

} // namespace

Result<std::string> writeOtlpMessage(const Profile& profile, Task& task) {
    return OtlpWriter(profile).write(task);
}

} // namespace candela
