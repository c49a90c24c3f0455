#include "model/analysis/samples/filter_matches.h"

#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/text_pattern.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace candela {

namespace {

/// Whether a pattern matches a name or a number; the empty pattern matches all.
class NamePattern {
public:
    static Result<NamePattern> create(const std::string& pattern) {
        NamePattern result;
        if (!pattern.empty()) result.m_pattern = TRY(TextPattern::create(pattern));
        return result;
    }
    bool matches(std::string_view name, std::int32_t number) const {
        return !m_pattern || m_pattern->matches(name) || m_pattern->matches(std::to_string(number));
    }

private:
    std::optional<TextPattern> m_pattern;
};

Result<RowMask> matchingThreads(const Profile& profile, const Filter& filter) {
    const auto processPattern = TRY(NamePattern::create(filter.process));
    const auto droppedPattern = TRY(NamePattern::create(filter.withoutProcess));
    const auto threadPattern = TRY(NamePattern::create(filter.thread));
    RowMask processes(profile.processes.size());
    for (std::size_t row = 0; row < processes.size(); ++row) {
        const auto& process = profile.processes[row];
        const auto name = profile.text(process.name);
        const bool isDropped = !filter.withoutProcess.empty() && droppedPattern.matches(name, process.pid);
        processes[row] = !isDropped && processPattern.matches(name, process.pid);
    }
    RowMask picked(profile.threads.size(), filter.threads.empty() && filter.processes.empty());
    for (const auto thread : filter.threads) {
        if (thread && thread.row() < picked.size()) picked[thread.row()] = 1;
    }
    RowMask pickedProcesses(profile.processes.size());
    for (const auto process : filter.processes) {
        if (process && process.row() < pickedProcesses.size()) pickedProcesses[process.row()] = 1;
    }
    for (std::size_t row = 0; row < picked.size(); ++row) {
        const auto& thread = profile.threads[row];
        picked[row] |= pickedProcesses[thread.process.row()];
        if (!picked[row]) continue;
        picked[row] =
            processes[thread.process.row()] && threadPattern.matches(profile.text(thread.name), thread.tid);
    }
    return picked;
}

/// Which label sets contain a label with that key and a matching text or number.
Result<RowMask> matchingLabelSets(const Profile& profile, const LabelPattern& wanted) {
    const auto pattern = TRY(TextPattern::create(wanted.pattern));
    const auto matches = [&](const Label& label) {
        if (profile.text(label.key) != wanted.key) return false;
        if (label.text) return pattern.matches(profile.text(label.text));
        const auto number = std::to_string(label.number);
        const auto unit = profile.text(label.unit);
        return pattern.matches(number) ||
               (!unit.empty() && pattern.matches(fmt::format("{} {}", number, unit)));
    };
    RowMask sets(profile.labelSets.size());
    for (std::size_t row = 0; row < sets.size(); ++row)
        sets[row] = std::ranges::any_of(profile.labelsOf(LabelSetIndex(row)), matches);
    return sets;
}

/// Decides with which label sets a sample passes the filter, given the labels of its thread and process.
class LabelMatcher {
public:
    LabelMatcher(std::vector<RowMask> patterns, FilterMatches& result)
        : m_patterns(std::move(patterns)), m_result(result) {}

    ThreadMatch match(std::span<const LabelSetIndex> ofThread) {
        std::vector<bool> isOpen(m_patterns.size());
        for (std::size_t row = 0; row < m_patterns.size(); ++row) {
            isOpen[row] = std::ranges::none_of(
                ofThread, [&](LabelSetIndex set) { return set && m_patterns[row][set.row()]; });
        }
        if (std::ranges::none_of(isOpen, std::identity())) return {};
        const auto [found, isNew] = m_masks.try_emplace(isOpen, nullptr);
        if (isNew) found->second = addMask(isOpen);
        return {.isKept = found->second != nullptr, .keptLabels = found->second};
    }

private:
    /// The mask of the label sets that pass; null if no label set passes.
    const RowMask* addMask(const std::vector<bool>& isOpen) {
        auto mask = std::make_shared<RowMask>(m_patterns.front().size(), 1);
        for (std::size_t pattern = 0; pattern < m_patterns.size(); ++pattern) {
            if (!isOpen[pattern]) continue;
            for (std::size_t set = 0; set < mask->size(); ++set)
                (*mask)[set] &= m_patterns[pattern][set];
        }
        if (std::ranges::none_of(*mask, std::identity())) return nullptr;
        m_result.labelMasks.push_back(mask);
        return mask.get();
    }

    std::vector<RowMask> m_patterns; // for each pattern, a row for each label set
    std::map<std::vector<bool>, const RowMask*> m_masks;
    FilterMatches& m_result;
};

Result<void> matchThreads(const Profile& profile, FilterMatches& result) {
    const auto& filter = result.filter;
    const auto kept = TRY(matchingThreads(profile, filter));
    std::vector<RowMask> patterns;
    for (const auto& label : filter.labels)
        patterns.push_back(TRY(matchingLabelSets(profile, label)));
    LabelMatcher labels(std::move(patterns), result);
    for (std::size_t row = 0; row < kept.size(); ++row) {
        const auto& thread = profile.threads[row];
        const auto ofProcess = profile.processes[thread.process.row()].labels;
        auto match = labels.match(std::array{thread.labels, ofProcess});
        if (!kept[row]) match.isKept = false;
        result.threads.push_back(match);
    }
    result.noThread = labels.match({});
    if (!filter.process.empty() || !filter.thread.empty() || !filter.threads.empty() ||
        !filter.processes.empty())
        result.noThread.isKept = false;
    return {};
}

/// Stacks with a frame whose group's name matches: one pass from the roots up.
Result<RowMask> stacksWith(const FrameGroups& functions, const std::string& text) {
    const auto groups = TRY(matchingNames(functions, text));
    const auto& stacks = functions.profile->stacks;
    RowMask found(stacks.size() + 1);
    for (std::size_t row = 0; row < stacks.size(); ++row) {
        const auto parent = stacks.parent[row];
        const auto group = functions.groupOfFrame[stacks.frame[row].row()];
        found[row] = groups[group.row()] || (parent && found[parent.row()]);
    }
    return found;
}

Result<std::shared_ptr<const RowMask>> matchingStacks(FilteredStacks& stacks, const Filter& filter) {
    if (filter.focus.empty() && filter.ignore.empty()) return nullptr;
    const auto functions = stacks.functions();
    RowMask kept(functions->profile->stacks.size() + 1, 1);
    if (!filter.focus.empty()) kept = TRY(stacksWith(*functions, filter.focus));
    if (!filter.ignore.empty()) {
        const auto dropped = TRY(stacksWith(*functions, filter.ignore));
        for (std::size_t row = 0; row < kept.size(); ++row)
            kept[row] &= !dropped[row];
    }
    return std::make_shared<const RowMask>(std::move(kept));
}

/// The rows that both masks keep; null means all.
std::shared_ptr<const RowMask> inBoth(std::shared_ptr<const RowMask> left,
                                      std::shared_ptr<const RowMask> right) {
    if (!left || !right) return left ? left : right;
    RowMask both(*left);
    for (std::size_t row = 0; row < both.size(); ++row)
        both[row] &= (*right)[row];
    return std::make_shared<const RowMask>(std::move(both));
}

} // namespace

Result<FilterMatches> filterMatches(FilteredStacks& stacks, Filter filter, const FilterMatches* before) {
    FilterMatches result;
    result.filter = std::move(filter);
    TRY(matchThreads(*stacks.profile(), result));
    const auto& wanted = result.filter;
    const bool isSame =
        before && before->filter.focus == wanted.focus && before->filter.ignore == wanted.ignore;
    result.matchingStacks = isSame ? before->matchingStacks : TRY(matchingStacks(stacks, wanted));
    result.transformed = TRY(stacks.transformed(wanted));
    result.keptStacks =
        inBoth(result.matchingStacks, result.transformed ? result.transformed->kept : nullptr);
    return result;
}

Result<std::vector<bool>> matchingFunctions(const Profile& profile, const std::string& text) {
    const auto pattern = TRY(TextPattern::create(text, LetterCase::Smart));
    std::vector<bool> result(profile.functions.size());
    for (std::size_t row = 0; row < result.size(); ++row)
        result[row] = pattern.matches(profile.text(profile.functions[row].name));
    return result;
}

} // namespace candela
