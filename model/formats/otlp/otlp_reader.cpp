#include "model/formats/otlp/otlp_reader.h"

#include "model/base/byte_reader.h"
#include "model/base/task.h"
#include "model/base/text/model_text.h"
#include "model/base/wrapping.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <ranges>
#include <utility>

namespace candela {

namespace {

// Samples may share stacks; a file with far more frames than this is malicious.
constexpr std::uint64_t framesPerByte = 4;
constexpr std::uint64_t fewFrames = 1u << 16;
/// Smaller times are not from a clock that began in 1970.
constexpr std::uint64_t earliestClock = 1'000'000'000'000'000;

template<typename Visit>
void forEachBytes(std::span<const std::byte> message, std::uint32_t field, Visit visit) {
    WireReader reader(message);
    while (reader.next()) {
        if (reader.field() == field) visit(reader.bytes());
    }
}

/// Times are packed 64-bit numbers or, in old versions, varints.
void appendTimes(const WireReader& field, bool isFixed, std::vector<std::uint64_t>& times) {
    if (!isFixed || field.type() != WireType::Bytes) {
        forEachNumber(field, [&](std::uint64_t time) { times.push_back(time); });
        return;
    }
    ByteReader reader(field.bytes());
    while (reader.remaining() >= sizeof(std::uint64_t))
        times.push_back(reader.read<std::uint64_t>());
}

} // namespace

OtlpReader::OtlpReader(ProfileBuilder& builder, std::uint64_t size)
    : m_builder(builder), m_framesLeft(size * framesPerByte + fewFrames), m_owners(builder) {}

Result<void> OtlpReader::read(const OtlpMessage& message, Task& task) {
    m_message = message.bytes;
    m_layout = message.layout;
    m_tables.emplace(*m_layout, m_builder);
    if (m_layout->tables == OtlpLayout::Tables::InData) m_tables->read(m_message);
    if (m_layout->tables == OtlpLayout::Tables::InDictionary)
        forEachBytes(m_message, otlp_field::Dictionary, [this](auto bytes) { m_tables->read(bytes); });
    // If no profile states its start, and times are from a clock, the first time is the start.
    const bool isClock = m_firstTime >= earliestClock;
    m_start = static_cast<std::int64_t>(m_earliestStart == 0 && isClock ? m_firstTime : m_earliestStart);
    if (m_start != 0 && m_start != noTime) m_builder.origin().startTime = m_start;
    WireReader reader(m_message);
    while (reader.next()) {
        if (reader.field() == otlp_field::ResourceProfiles) TRY(readResource(reader.bytes(), task));
    }
    if (reader.failed() || m_tables->isDamaged())
        m_builder.addWarning(
            ModelText::tr("The file is damaged or was cut off: this is what could be read."));
    return {};
}

void OtlpReader::findStart(const OtlpMessage& message) {
    forEachBytes(message.bytes, otlp_field::ResourceProfiles, [&](auto resource) {
        forEachBytes(resource, otlp_field::ScopeProfiles, [&](auto scope) {
            forEachBytes(scope, otlp_field::Profiles, [&](auto profile) {
                if (message.layout->functionName == 2)
                    forEachBytes(profile, otlp_field::ContainedProfile,
                                 [&](auto contained) { findStartOf(contained, *message.layout); });
                else
                    findStartOf(profile, *message.layout);
            });
        });
    });
}

void OtlpReader::findStartOf(std::span<const std::byte> profile, const OtlpLayout& layout) {
    const auto keepEarliest = [](std::uint64_t& earliest, std::uint64_t time) {
        earliest = earliest == 0 ? time : std::min(earliest, time);
    };
    WireReader reader(profile);
    while (reader.next()) {
        if (reader.field() == layout.profile.time && reader.number() != 0)
            keepEarliest(m_earliestStart, reader.number());
    }
    if (m_earliestStart != 0) return; // then the times of samples are not needed
    forEachBytes(profile, layout.profile.sample, [&](auto message) {
        WireReader sample(message);
        while (sample.next()) {
            if (sample.field() != layout.sample.timestamps) continue;
            m_times.clear();
            appendTimes(sample, layout.hasNullRows, m_times);
            for (const auto time : m_times)
                keepEarliest(m_firstTime, time);
        }
    });
}

Result<void> OtlpReader::readResource(std::span<const std::byte> message, Task& task) {
    m_resource.clear();
    forEachBytes(message, otlp_field::Resource, [&](auto resource) {
        forEachBytes(resource, otlp_field::ResourceAttributes, [&](auto attribute) {
            m_resource.push_back(m_tables->keyValue(attribute));
            if (m_resource.back().key == otlp_key::host) m_builder.origin().host = m_resource.back().text;
        });
    });
    std::vector<std::span<const std::byte>> profiles;
    forEachBytes(message, otlp_field::ScopeProfiles, [&](auto scope) {
        forEachBytes(scope, otlp_field::Profiles, [&](auto profile) {
            if (m_layout->functionName == 2)
                forEachBytes(profile, otlp_field::ContainedProfile,
                             [&](auto inner) { profiles.push_back(inner); });
            else
                profiles.push_back(profile);
        });
    });
    for (const auto profile : profiles) {
        if (m_layout->tables != OtlpLayout::Tables::InProfile) {
            TRY(readProfile(profile, *m_tables, task));
            continue;
        }
        OtlpTables tables(*m_layout, m_builder);
        tables.read(profile);
        TRY(readProfile(profile, tables, task));
        if (tables.isDamaged()) m_tables->addDamage();
    }
    return {};
}

ValueTypeIndex OtlpReader::valueType(std::span<const std::byte> message, OtlpTables& tables) {
    std::uint64_t type = 0;
    std::uint64_t unit = 0;
    WireReader reader(message);
    while (reader.next()) {
        if (reader.field() == 1) type = reader.number();
        if (reader.field() == 2) unit = reader.number();
    }
    auto name = std::string(tables.text(type));
    auto value = m_builder.valueType(name, tables.text(unit));
    // Equal types in one profile are separate value types.
    while (std::ranges::find(m_values, value) != m_values.end()) {
        name += fmt::format(" ({})", m_values.size() + 1);
        value = m_builder.valueType(name, tables.text(unit));
    }
    return value;
}

void OtlpReader::readOrigin(std::span<const std::byte> profile, OtlpTables& tables) {
    constexpr std::size_t maximumValues = 64;
    const auto& fields = m_layout->profile;
    auto& origin = m_builder.origin();
    std::uint64_t start = 0;
    std::int64_t duration = 0;
    WireReader reader(profile);
    while (reader.next()) {
        const auto field = reader.field();
        if (field == fields.sampleType && m_values.size() < maximumValues)
            m_values.push_back(valueType(reader.bytes(), tables));
        if (field == fields.time) start = reader.number();
        if (field == fields.duration) duration = reader.signedNumber();
        if (field == fields.period) origin.period = reader.signedNumber();
        if (field == fields.comment)
            forEachNumber(reader,
                          [&](std::uint64_t row) { m_builder.addComment(std::string(tables.text(row))); });
        if (field == m_layout->table.locationIndices)
            forEachNumber(reader, [&](std::uint64_t row) { m_indices.push_back(row); });
        if (field != fields.periodType) continue;
        WireReader type(reader.bytes());
        while (type.next()) {
            if (type.field() == 1) origin.periodType = tables.text(type.number());
            if (type.field() == 2) origin.periodUnit = tables.text(type.number());
        }
    }
    if (reader.failed()) tables.addDamage();
    if (duration <= 0) return;
    // The duration of consecutive profiles extends to the end of the last.
    constexpr std::uint64_t maximumBetween = std::uint64_t{1} << 62;
    const auto since = start - m_earliestStart;
    const auto between = start == 0 || since > maximumBetween ? 0 : static_cast<std::int64_t>(since);
    duration = std::min(duration, std::numeric_limits<std::int64_t>::max() - between) + between;
    origin.duration = std::max(origin.duration, duration);
}

Result<void> OtlpReader::readProfile(std::span<const std::byte> message, OtlpTables& tables, Task& task) {
    m_values.clear();
    m_indices.clear();
    m_stacks.clear();
    m_owners.forget();
    readOrigin(message, tables);
    if (m_values.empty()) m_values.push_back(m_builder.valueType("samples", "count"));
    std::size_t count = 0;
    WireReader reader(message);
    while (reader.next()) {
        if (reader.field() != m_layout->profile.sample) continue;
        if (count++ % samplesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(double(reader.bytes().data() - m_message.data()) / double(m_message.size()));
        }
        readSample(reader.bytes(), tables);
    }
    return {};
}

void OtlpReader::readSample(std::span<const std::byte> message, OtlpTables& tables) {
    const auto& fields = m_layout->sample;
    m_stackRow = m_first = m_count = 0;
    m_locations.clear();
    m_attributes.clear();
    m_times.clear();
    m_weights.clear();
    m_labels.clear();
    bool isWhole = true;
    const auto append = [&](const WireReader& field, auto& numbers) {
        isWhole &= forEachNumber(field, [&](std::uint64_t number) {
            numbers.push_back(
                static_cast<typename std::remove_reference_t<decltype(numbers)>::value_type>(number));
        });
    };
    WireReader reader(message);
    while (reader.next()) {
        const auto field = reader.field();
        if (fields.stack != 0 && field == fields.stack) m_stackRow = reader.number();
        if (fields.start != 0 && field == fields.start) m_first = reader.number();
        if (fields.length != 0 && field == fields.length) m_count = reader.number();
        if (fields.locations != 0 && field == fields.locations) append(reader, m_locations);
        if (field == fields.values) append(reader, m_weights);
        if (field == fields.attributes) append(reader, m_attributes);
        if (field == fields.timestamps) appendTimes(reader, m_layout->hasNullRows, m_times);
        if (fields.labels != 0 && field == fields.labels) m_labels.push_back(reader.bytes());
    }
    if (!isWhole || reader.failed()) tables.addDamage();
    const auto owner = m_owners.find({m_attributes, m_labels, m_resource}, tables);
    addSamples({.stack = stackOf(tables), .thread = owner.thread, .cpu = owner.cpu, .labels = owner.labels});
}

StackIndex OtlpReader::stackOf(OtlpTables& tables) {
    if (!m_locations.empty()) return grow(m_locations, tables);
    return m_layout->sample.stack != 0 ? stackOfRow(tables) : stackOfRange(tables);
}

StackIndex OtlpReader::stackOfRow(OtlpTables& tables) {
    auto* const row = m_stackRow != 0 ? tables.stack(m_stackRow) : nullptr;
    if (!row) return {};
    if (std::exchange(row->isRead, true)) return row->stack;
    WireReader reader(row->locations);
    while (reader.next()) {
        if (reader.field() == 1)
            forEachNumber(reader, [&](std::uint64_t location) { m_locations.push_back(location); });
    }
    row->stack = grow(m_locations, tables);
    return row->stack;
}

StackIndex OtlpReader::stackOfRange(OtlpTables& tables) {
    const auto [found, isNew] = m_stacks.try_emplace({m_first, m_count});
    if (!isNew) return found->second;
    if (m_first > m_indices.size() || m_count > m_indices.size() - m_first) {
        tables.addDamage();
        return {};
    }
    found->second = grow(std::span(m_indices).subspan(m_first, m_count), tables);
    return found->second;
}

StackIndex OtlpReader::grow(std::span<const std::uint64_t> locations, OtlpTables& tables) {
    m_frames.clear();
    for (const auto location : locations | std::views::reverse) {
        const auto frames = tables.frames(location);
        if (frames.size() + 1 > m_framesLeft) {
            m_builder.addWarning(
                ModelText::tr("Stacks were cut: the file has an implausible number of frames."));
            break;
        }
        m_framesLeft -= frames.size() + 1;
        m_frames.insert(m_frames.end(), frames.begin(), frames.end());
    }
    return m_builder.stack(m_frames);
}

/// Adds a sample for each time. Since 1.8 each time has its weight, or weighs one. Before, the weight of a
/// value type is for all times together, and is divided among them.
void OtlpReader::addSamples(const Sample& sample) {
    const auto since = [this](std::uint64_t time) {
        return wrappingDifference(static_cast<std::int64_t>(time), m_start);
    };
    auto added = sample;
    if (m_layout->hasNullRows) {
        const auto rows = std::max(m_weights.size(), m_times.size());
        for (std::size_t row = 0; row < rows; ++row) {
            added.time = row < m_times.size() ? since(m_times[row]) : noTime;
            added.weight = row < m_weights.size() ? m_weights[row] : m_weights.empty() ? 1 : 0;
            if (added.weight != 0) m_builder.addSample(m_values[0], added);
        }
        return;
    }
    const auto parts = static_cast<std::int64_t>(std::max<std::size_t>(m_times.size(), 1));
    for (std::size_t value = 0; value < std::min(m_weights.size(), m_values.size()); ++value) {
        const auto weight = m_weights[value];
        for (std::int64_t part = 0; part < parts; ++part) {
            added.time = m_times.empty() ? noTime : since(m_times[static_cast<std::size_t>(part)]);
            added.weight = weight / parts + (part < std::abs(weight % parts) ? (weight < 0 ? -1 : 1) : 0);
            if (added.weight != 0) m_builder.addSample(m_values[value], added);
        }
    }
}

} // namespace candela
