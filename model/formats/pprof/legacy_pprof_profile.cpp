#include "model/formats/pprof/legacy_pprof_profile.h"

#include "model/base/task.h"
#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/encoding/text_numbers.h"
#include "model/symbols/names/demangle.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace candela {

namespace {

constexpr std::int64_t maximum = std::numeric_limits<std::int64_t>::max();

/// "(@ff00)"
std::optional<std::uint64_t> parseOffset(std::string_view word) {
    if (!word.starts_with("(@") || !word.ends_with(')')) return std::nullopt;
    return parseHexadecimal(word.substr(2, word.size() - 3));
}

bool isPermissions(std::string_view word) {
    return !word.empty() && word.find_first_not_of("-rwxps") == std::string_view::npos;
}

} // namespace

std::int64_t scaledWeight(std::int64_t weight, double factor) {
    const double scaled = double(weight) * factor;
    if (!(scaled > -9.2e18)) return std::numeric_limits<std::int64_t>::min();
    return scaled < 9.2e18 ? static_cast<std::int64_t>(scaled) : maximum;
}

std::int64_t productOf(std::int64_t left, std::int64_t right) {
    std::int64_t product = 0;
    return __builtin_mul_overflow(left, right, &product) ? maximum : product;
}

void LegacyPprofProfile::setPeriod(std::int64_t period, std::string_view type, std::string_view unit) {
    m_period = period;
    m_periodType = type;
    m_periodUnit = unit;
}

void LegacyPprofProfile::add(const Weights& weights, std::span<const std::uint64_t> addresses,
                             Addresses kind) {
    Sample sample;
    sample.weights = weights;
    sample.begin = m_addresses.size();
    m_hasAddresses = kind != Addresses::AreLocations;
    for (std::size_t index = 0; index < addresses.size(); ++index) {
        const bool isCall = kind == Addresses::AfterCalls || (kind == Addresses::LeafIsExact && index > 0);
        m_addresses.push_back(isCall ? addresses[index] - 1 : addresses[index]);
    }
    sample.end = m_addresses.size();
    m_samples.push_back(sample);
    if (kind == Addresses::LeafIsExact) removeDuplicateLeaf(m_samples.back());
}

/// The address that the signal interrupted and the first one of the unwinder may be the same.
void LegacyPprofProfile::removeDuplicateLeaf(Sample& sample) {
    if (sample.end - sample.begin < 2) return;
    auto* const leaf = &m_addresses[sample.begin];
    if (leaf[0] != leaf[1] + 1) return;
    leaf[1] = leaf[0];
    ++sample.begin;
}

void LegacyPprofProfile::setThread(std::int32_t tid, std::string_view name) {
    m_samples.back().tid = tid;
    m_samples.back().threadName = name;
}

void LegacyPprofProfile::addSameStack(const Weights& weights) {
    Sample sample;
    sample.weights = weights;
    if (!m_samples.empty()) {
        sample.begin = m_samples.back().begin;
        sample.end = m_samples.back().end;
    }
    m_samples.push_back(sample);
}

void LegacyPprofProfile::addName(std::uint64_t address, const LegacyName& name) {
    m_names[address].push_back(name);
}

void LegacyPprofProfile::removeSignalFrames() {
    constexpr std::size_t maximumFrames = 2;
    constexpr std::size_t samplesForOneOther = 32;
    const auto enough = m_samples.size() - m_samples.size() / samplesForOneOther;
    for (std::size_t round = 0; round < maximumFrames; ++round) {
        absl::flat_hash_map<std::uint64_t, std::size_t> counts;
        for (const auto& sample : m_samples) {
            if (sample.end - sample.begin > 1) ++counts[m_addresses[sample.begin + 1]];
        }
        const auto found =
            std::ranges::find_if(counts, [&](const auto& count) { return count.second >= enough; });
        if (found == counts.end()) return;
        for (auto& sample : m_samples) {
            if (sample.end - sample.begin < 2 || m_addresses[sample.begin + 1] != found->first) continue;
            m_addresses[sample.begin + 1] = m_addresses[sample.begin];
            ++sample.begin;
        }
    }
}

/// "$build/bin/a": replaces names that are defined by lines "build=/path".
std::string LegacyPprofProfile::replaceNames(std::string_view line) const {
    std::string text(line);
    for (const auto& [name, value] : m_mapNames) {
        const auto position = text.find(name);
        if (position != std::string::npos) text.replace(position, name.size(), value);
    }
    return text;
}

/// "7f00-7f80 r-xp 0000 08:01 12 /lib/a.so" or "7f00-7f80: /lib/a.so (@1000) BUILDID". Only code is kept.
void LegacyPprofProfile::addMapLine(std::string_view line) {
    constexpr std::size_t maximumNames = 16;
    const auto text = replaceNames(line);
    std::string_view rest = text;
    auto word = takeWord(rest);
    const auto dash = word.find('-');
    if (dash == std::string_view::npos) {
        const auto equals = line.find('=');
        if (equals != std::string_view::npos && m_mapNames.size() < maximumNames &&
            !trimmed(line.substr(0, equals)).empty())
            m_mapNames.emplace_back("$" + std::string(trimmed(line.substr(0, equals))),
                                    std::string(trimmed(line.substr(equals + 1))));
        return;
    }
    if (word.ends_with(':')) word.remove_suffix(1);
    const auto start = parseHexadecimal(word.substr(0, dash));
    const auto end = parseHexadecimal(word.substr(dash + 1));
    if (!start || !end || *start >= *end) return;
    Range range{.start = *start, .end = *end, .offset = 0, .file = {}, .buildId = {}};
    auto afterPermissions = rest;
    if (const auto permissions = takeWord(afterPermissions); isPermissions(permissions)) {
        if (permissions.find('x') == std::string_view::npos) return;
        range.offset = parseHexadecimal(takeWord(afterPermissions)).value_or(0);
        takeWord(afterPermissions); // device
        takeWord(afterPermissions); // inode
        range.file = trimmed(afterPermissions);
    } else {
        range.file = takeWord(rest);
        for (auto next = takeWord(rest); !next.empty(); next = takeWord(rest)) {
            if (const auto offset = parseOffset(next))
                range.offset = *offset;
            else
                range.buildId = next;
        }
    }
    m_ranges.push_back(std::move(range));
}

void LegacyPprofProfile::sortRanges() {
    std::ranges::stable_sort(m_ranges, {}, &Range::start);
    for (std::size_t row = 0; row < m_ranges.size(); ++row) {
        auto& range = m_ranges[row];
        // Old writers omit the first part of a file that is mapped in parts.
        const auto before = row == 0 ? 0 : m_ranges[row - 1].end;
        if (range.offset == 0 || range.offset > range.start || range.start - range.offset < before) continue;
        if (row > 0 && m_ranges[row - 1].file == range.file) continue;
        range.start -= range.offset;
        range.offset = 0;
    }
    m_mappings.resize(m_ranges.size());
}

MappingIndex LegacyPprofProfile::mappingOf(std::uint64_t address, ProfileBuilder& builder) {
    const auto after = std::ranges::upper_bound(m_ranges, address, {}, &Range::start);
    if (after == m_ranges.begin()) return {};
    const auto row = static_cast<std::size_t>(after - m_ranges.begin() - 1);
    const auto& range = m_ranges[row];
    if (address >= range.end || range.file.empty()) return {};
    if (m_mappings[row].isNone())
        m_mappings[row] =
            builder.mapping({.path = builder.string(range.file),
                             .buildId = range.buildId.empty() ? StringIndex() : builder.string(range.buildId),
                             .start = range.start,
                             .end = range.end,
                             .fileOffset = range.offset});
    return m_mappings[row];
}

/// The names at an address; null if there are none.
const std::vector<LegacyName>* LegacyPprofProfile::namesOf(std::uint64_t address) const {
    auto found = m_names.find(address);
    if (found == m_names.end() && m_hasAddresses) found = m_names.find(address + 1);
    return found == m_names.end() ? nullptr : &found->second;
}

StackIndex LegacyPprofProfile::addFrames(std::uint64_t address, StackIndex stack, ProfileBuilder& builder) {
    auto& frames = m_frames[address];
    if (frames.empty()) {
        Frame frame;
        if (m_hasAddresses) {
            frame.mapping = mappingOf(address, builder);
            frame.address = address;
        }
        const auto* names = namesOf(address);
        if (!names) {
            if (frame.mapping.isNone()) frame.kind = FrameKind::Unknown;
            frames.push_back(builder.frame(frame));
        } else {
            std::size_t depth = 0;
            for (auto name = names->rbegin(); name != names->rend(); ++name, ++depth) {
                frame.line = name->line;
                frame.inlineDepth = static_cast<std::uint16_t>(std::min<std::size_t>(depth, 0xffff));
                frame.kind = depth > 0 ? FrameKind::Inlined : FrameKind::User;
                frame.function =
                    builder.function({.name = builder.string(demangle(name->function)),
                                      .rawName = {},
                                      .file = name->file.empty() ? StringIndex() : builder.string(name->file),
                                      .mapping = {}});
                frames.push_back(builder.frame(frame));
            }
        }
    }
    for (const auto frame : frames)
        stack = builder.stack(stack, frame);
    return stack;
}

ThreadIndex LegacyPprofProfile::threadOf(const Sample& sample, ProfileBuilder& builder) {
    if (sample.tid < 0) return {};
    if (m_process.isNone()) m_process = builder.addProcess({.parent = {}, .name = {}, .labels = {}});
    auto& thread = m_threads.try_emplace({sample.tid, sample.threadName}, ThreadIndex()).first->second;
    if (thread.isNone())
        thread = builder.addThread({.process = m_process,
                                    .tid = sample.tid,
                                    .name = builder.string(sample.threadName),
                                    .labels = {}});
    return thread;
}

Result<void> LegacyPprofProfile::build(ProfileBuilder& builder, Task& task) {
    if (m_samples.empty())
        return failure(m_isDamaged ? ModelText::tr("it is damaged before its first sample")
                                   : ModelText::tr("it holds no samples"));
    sortRanges();
    auto& origin = builder.origin();
    origin.period = m_period;
    origin.periodType = m_periodType;
    origin.periodUnit = m_periodUnit;
    origin.duration = m_duration;
    std::vector<ValueTypeIndex> values;
    for (const auto& [name, unit] : m_values)
        values.push_back(builder.valueType(name, unit));
    for (std::size_t row = 0; row < m_samples.size(); ++row) {
        if (row % samplesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(double(row) / double(m_samples.size()));
        }
        const auto& sample = m_samples[row];
        StackIndex stack;
        for (auto index = sample.end; index-- > sample.begin;)
            stack = addFrames(m_addresses[index], stack, builder);
        candela::Sample added{.stack = stack, .thread = threadOf(sample, builder), .labels = {}};
        if (sample.blockSize != 0) {
            Label label{builder.string("bytes"), {}, sample.blockSize, builder.string("bytes")};
            added.labels = builder.internLabels(std::span(&label, 1));
        }
        for (std::size_t value = 0; value < values.size(); ++value) {
            added.weight = sample.weights[value];
            if (added.weight != 0) builder.addSample(values[value], added);
        }
    }
    if (m_isDamaged)
        builder.addWarning(ModelText::tr("The file is damaged or was cut off: this is what could be read."));
    if (m_unreadable > 0)
        builder.addWarning(ModelText::tr("Lines that are not samples were left out: {}.",
                                         formatCount(static_cast<std::int64_t>(m_unreadable))));
    return {};
}

} // namespace candela
