#include "model/profile/profile_builder.h"

#include "model/profile/sample_order.h"
#include "model/profile/thinned_profile.h"
#include "model/profile/tree_rows.h"

#include <absl/hash/hash.h>

#include <algorithm>
#include <cassert>
#include <map>
#include <span>
#include <tuple>
#include <utility>

namespace candela {

namespace {

constexpr std::size_t maximumWarnings = 100;

auto keyOf(const Mapping& m) {
    return std::tuple(m.path, m.buildId, m.start, m.end, m.fileOffset);
}
auto keyOf(const Function& f) {
    return std::tuple(f.name, f.rawName, f.file, f.startLine, f.mapping);
}
auto keyOf(const Frame& f) {
    return std::tuple(f.function, f.mapping, f.address, f.line, f.inlineDepth, f.kind);
}

/// Adds a value to an optional column: the column stays empty as long as every value is the empty one.
template<typename T>
void append(std::vector<T>& column, std::size_t rowsBefore, T value, T emptyValue) {
    if (column.empty()) {
        if (value == emptyValue) return;
        column.reserve(std::max<std::size_t>(rowsBefore + 1, column.capacity()));
        column.assign(rowsBefore, emptyValue);
    }
    column.push_back(value);
}

std::int64_t endOf(const SampleTable& table) {
    if (table.time.empty()) return 0;
    if (!table.lasts) return *std::ranges::max_element(table.time);
    std::int64_t end = 0;
    for (std::size_t row = 0; row < table.size(); ++row)
        end = std::max(end, table.endAt(row));
    return end;
}

std::int64_t durationOf(const Profile& profile, std::int64_t coveredUntil) {
    if (profile.origin.duration != 0) return profile.origin.duration;
    auto duration = coveredUntil;
    for (const auto& table : profile.samples)
        duration = std::max(duration, endOf(table));
    return duration;
}

std::span<const Label> labelsOf(const LabelSetTable& sets, std::uint32_t row) {
    return std::span(sets.labels).subspan(sets.begin[row], sets.begin[row + 1] - sets.begin[row]);
}

/// Hashes label sets by their labels, also sets that are not a row yet.
struct LabelSetHash {
    using is_transparent = void;
    const LabelSetTable* sets;

    std::size_t operator()(std::span<const Label> labels) const {
        std::size_t hash = labels.size();
        for (const auto& label : labels)
            hash = absl::HashOf(hash, label.key, label.text, label.number, label.unit);
        return hash;
    }
    std::size_t operator()(std::uint32_t row) const { return (*this)(labelsOf(*sets, row)); }
};
struct LabelSetEqual {
    using is_transparent = void;
    const LabelSetTable* sets;

    bool operator()(std::uint32_t left, std::uint32_t right) const { return left == right; }
    bool operator()(std::uint32_t left, std::span<const Label> right) const {
        return std::ranges::equal(labelsOf(*sets, left), right);
    }
    bool operator()(std::span<const Label> left, std::uint32_t right) const { return (*this)(right, left); }
};

} // namespace

struct ProfileBuilder::Rows {
    absl::flat_hash_map<decltype(keyOf(Mapping{})), MappingIndex> mappings;
    absl::flat_hash_map<decltype(keyOf(Function{})), FunctionIndex> functions;
    absl::flat_hash_map<decltype(keyOf(Frame{})), FrameIndex> frames;
    TreeRows<StackIndex, FrameIndex> stacks;
    absl::flat_hash_set<std::uint32_t, LabelSetHash, LabelSetEqual> labelSets;
    std::map<std::pair<MappingIndex, std::uint64_t>, std::uint64_t> codeStarts; // of each end of a part
    std::map<std::pair<StringIndex, std::uint32_t>, const LineRun*> lineRuns;   // by file and end

    explicit Rows(Profile& profile)
        : stacks(profile.stacks.parent, profile.stacks.frame),
          labelSets(0, LabelSetHash{&profile.labelSets}, LabelSetEqual{&profile.labelSets}) {}
};

ProfileBuilder::ProfileBuilder() : m_rows(std::make_unique<Rows>(m_profile)) {
    m_profile.labelSets.begin = {0, 0};
    m_rows->labelSets.insert(0u);
}

ProfileBuilder::~ProfileBuilder() = default;

ProcessIndex ProfileBuilder::addProcess(const Process& process) {
    m_profile.processes.push_back(process);
    return ProcessIndex(m_profile.processes.size() - 1);
}

ThreadIndex ProfileBuilder::addThread(const Thread& thread) {
    m_profile.threads.push_back(thread);
    return ThreadIndex(m_profile.threads.size() - 1);
}

MappingIndex ProfileBuilder::mapping(const Mapping& mapping) {
    const auto [found, isNew] =
        m_rows->mappings.try_emplace(keyOf(mapping), MappingIndex(m_profile.mappings.size()));
    if (isNew) m_profile.mappings.push_back(mapping);
    return found->second;
}

FunctionIndex ProfileBuilder::function(const Function& function) {
    const auto [found, isNew] =
        m_rows->functions.try_emplace(keyOf(function), FunctionIndex(m_profile.functions.size()));
    if (isNew) m_profile.functions.push_back(function);
    return found->second;
}

FrameIndex ProfileBuilder::frame(const Frame& frame) {
    auto& frames = m_profile.frames;
    const auto [found, isNew] = m_rows->frames.try_emplace(keyOf(frame), FrameIndex(frames.size()));
    if (isNew) {
        frames.function.push_back(frame.function);
        frames.mapping.push_back(frame.mapping);
        frames.address.push_back(frame.address);
        frames.line.push_back(frame.line);
        frames.inlineDepth.push_back(frame.inlineDepth);
        frames.kind.push_back(frame.kind);
    }
    return found->second;
}

StackIndex ProfileBuilder::stack(StackIndex parent, FrameIndex frame) {
    return m_rows->stacks.findOrAdd(parent, frame);
}

StackIndex ProfileBuilder::stack(std::span<const FrameIndex> frames) {
    return m_rows->stacks.findOrAddPath({}, frames);
}

void ProfileBuilder::setStacks(StackTable stacks) {
    assert(m_profile.stacks.size() == 0);
    m_profile.stacks = std::move(stacks);
}

LabelSetIndex ProfileBuilder::labelSet(std::vector<Label> labels) {
    return internLabels(labels);
}

LabelSetIndex ProfileBuilder::internLabels(std::span<Label> labels) {
    std::ranges::sort(labels);
    const auto repeated = std::ranges::unique(labels);
    const std::span<const Label> distinct = labels.first(labels.size() - repeated.size());
    auto& rows = m_rows->labelSets;
    if (const auto found = rows.find(distinct); found != rows.end()) return LabelSetIndex(*found);
    auto& sets = m_profile.labelSets;
    const auto row = static_cast<std::uint32_t>(sets.size());
    sets.labels.insert(sets.labels.end(), distinct.begin(), distinct.end());
    sets.begin.push_back(static_cast<std::uint32_t>(sets.labels.size()));
    rows.insert(row);
    return LabelSetIndex(row);
}

ProfileBuilder::Kept ProfileBuilder::addCode(KeptCode code) {
    auto& starts = m_rows->codeStarts;
    for (const auto& part : code.parts) {
        // The first kept part that ends behind the start of this one.
        const auto next = starts.upper_bound({code.mapping, part.start});
        if (next != starts.end() && next->first.first == code.mapping &&
            next->second < part.start + part.bytes.size())
            return Kept::Known;
    }
    const auto size = code.size();
    if (size > maximumKeptCode - m_keptBytes) return Kept::Full;
    m_keptBytes += size;
    for (const auto& part : code.parts)
        starts.emplace(std::pair(code.mapping, part.start + part.bytes.size()), part.start);
    m_profile.code.push_back(std::make_shared<const KeptCode>(std::move(code)));
    return Kept::Yes;
}

/// Null if the line is not kept.
const std::string* ProfileBuilder::keptLine(StringIndex file, std::uint32_t number) const {
    const auto next = m_rows->lineRuns.upper_bound({file, number}); // the first one that ends behind the line
    if (next == m_rows->lineRuns.end() || next->first.first != file || number < next->second->first)
        return nullptr;
    return &next->second->lines[number - next->second->first];
}

ProfileBuilder::Kept ProfileBuilder::addSource(KeptSource source) {
    KeptSource added{.file = source.file, .runs = {}};
    for (auto& [first, lines] : source.runs) {
        for (std::size_t row = 0; row < lines.size(); ++row) {
            const auto number = first + static_cast<std::uint32_t>(row);
            if (const auto* kept = keptLine(source.file, number)) {
                if (*kept != lines[row]) return Kept::Known;
                continue;
            }
            if (added.runs.empty() || added.runs.back().end() != number) added.runs.push_back({number, {}});
            added.runs.back().lines.push_back(std::move(lines[row]));
        }
    }
    if (added.runs.empty()) return Kept::Known;
    const auto size = added.size(), lines = added.lines();
    if (size > maximumKeptSources - m_keptSource || lines > maximumKeptLines - m_keptLines) return Kept::Full;
    m_keptSource += size;
    m_keptLines += lines;
    const auto& row = m_profile.sources.emplace_back(std::make_shared<const KeptSource>(std::move(added)));
    for (const auto& run : row->runs)
        m_rows->lineRuns.emplace(std::pair(row->file, run.end()), &run);
    return Kept::Yes;
}

ValueTypeIndex ProfileBuilder::valueType(std::string_view name, std::string_view unit) {
    const ValueType type{string(name), string(unit)};
    auto& tables = m_profile.samples;
    for (std::size_t row = 0; row < tables.size(); ++row) {
        if (tables[row].type.name == type.name && tables[row].type.unit == type.unit)
            return ValueTypeIndex(row);
    }
    tables.emplace_back().type = type;
    return ValueTypeIndex(tables.size() - 1);
}

void ProfileBuilder::setLasts(ValueTypeIndex value, bool lasts) {
    auto& table = m_profile.samples[value.row()];
    table.lasts = lasts && text(table.type.unit) == "nanoseconds";
}

void ProfileBuilder::addSample(ValueTypeIndex value, const Sample& sample) {
    auto& table = m_profile.samples[value.row()];
    const auto rows = table.size();
    append(table.time, rows, sample.time, noTime);
    append(table.thread, rows, sample.thread, ThreadIndex());
    append(table.cpu, rows, sample.cpu, -1);
    append(table.labels, rows, sample.labels, LabelSetIndex());
    append(table.stackEnd, rows, sample.stackEnd, StackEnd::Unknown);
    table.stack.push_back(sample.stack);
    table.weight.push_back(sample.weight);
}

void ProfileBuilder::reserveSamples(ValueTypeIndex value, std::size_t count) {
    auto& table = m_profile.samples[value.row()];
    const auto needed = table.size() + count;
    if (needed <= table.stack.capacity()) return;
    // The capacity is at least doubled, because many small reservations would each copy the whole column.
    const auto capacity = std::max(needed, 2 * table.stack.capacity());
    table.stack.reserve(capacity);
    table.weight.reserve(capacity);
}

void ProfileBuilder::addWarning(std::string sentence) {
    auto& warnings = m_profile.warnings;
    if (warnings.size() >= maximumWarnings) return;
    if (std::find(warnings.begin(), warnings.end(), sentence) != warnings.end()) return;
    warnings.push_back(std::move(sentence));
    if (warnings.size() == maximumWarnings) warnings.back() = "There are more warnings than are kept (100).";
}

void ProfileBuilder::addLoss(const Loss& loss) {
    if (loss.count == 0) return;
    for (auto& known : m_profile.losses) {
        if (known.reason == loss.reason && known.value == loss.value) {
            known.count += loss.count;
            known.weight += loss.weight;
            return;
        }
    }
    m_profile.losses.push_back(loss);
}

void ProfileBuilder::setRecorderUsage(const RecorderUsage& usage) {
    m_profile.recorder = usage;
    m_profile.hasRecorderUsage = true;
}

Profile ProfileBuilder::build() {
    m_rows.reset();
    Profile profile = std::move(m_profile);
    profile.strings = std::move(m_strings).table();
    profile.origin.duration = durationOf(profile, m_coveredUntil);
    for (auto& table : profile.samples)
        sortSamples(table);
    return profile;
}

Profile ProfileBuilder::snapshot(std::size_t maximumSamples) const {
    auto profile =
        hasMoreSamples(m_profile, maximumSamples) ? thinnedCopy(m_profile, maximumSamples) : m_profile;
    profile.strings = m_strings.table();
    profile.origin.duration = durationOf(m_profile, m_coveredUntil);
    for (auto& table : profile.samples)
        sortSamples(table);
    return profile;
}

} // namespace candela
