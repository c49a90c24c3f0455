#include "model/formats/printed_stacks/folded_reader.h"

#include "model/base/text/model_text.h"
#include "model/base/units.h"
#include "model/formats/encoding/control_pictures.h"
#include "model/formats/encoding/text_lines.h"
#include "model/symbols/names/demangle.h"
#include "model/symbols/names/java_names.h"

#include <absl/container/flat_hash_set.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace candela {

namespace {

constexpr std::size_t linesBetweenChecks = 1u << 14;

/// The suffixes that stackcollapse-perf.pl appends to names. They stay a part of the name.
FrameKind kindOfName(std::string_view name) {
    if (name.ends_with("_[k]")) return FrameKind::Kernel;
    if (name.ends_with("_[i]")) return FrameKind::Inlined;
    if (name.ends_with("_[j]")) return FrameKind::Interpreted;
    return name.empty() ? FrameKind::Unknown : FrameKind::User;
}

/// Whether a name is a mangled one of C++ or Rust, as perf prints it with --no-demangle; other mangled names
/// look like ordinary ones.
bool isMangled(std::string_view name) {
    return name.starts_with("_Z") || name.starts_with("_R");
}

/// The number of bytes with which both texts begin.
std::size_t sharedBeginning(std::string_view left, std::string_view right) {
    const auto size = std::min(left.size(), right.size());
    std::size_t shared = 0;
    for (std::uint64_t leftWord = 0, rightWord = 0; shared + sizeof leftWord <= size;
         shared += sizeof leftWord) {
        std::memcpy(&leftWord, left.data() + shared, sizeof leftWord);
        std::memcpy(&rightWord, right.data() + shared, sizeof rightWord);
        if (leftWord != rightWord) break;
    }
    while (shared < size && left[shared] == right[shared])
        ++shared;
    return shared;
}

} // namespace

Result<void> FoldedReader::read(std::string_view text, Task& task) {
    task.setRange(0, 0.5);
    TRY(takeLines(text, task));
    if (m_lines.empty()) return failure(ModelText::tr("it holds no folded stacks"));
    const bool areTwo = haveTwoColumns();
    noteFractions(areTwo);
    task.setRange(0.5, 1);
    TRY(addLines(areTwo, task));
    task.setRange(0, 1);
    warn();
    return {};
}

Result<void> FoldedReader::takeLines(std::string_view text, Task& task) {
    return forEachLine(text, task, [&](std::string_view line) {
        const auto parsed = parseFoldedLine(line);
        if (isBlankLine(line) || isFoldedComment(line, parsed, m_lines.empty())) return;
        if (parsed)
            m_lines.push_back(*parsed);
        else
            ++m_others;
    });
}

/// Whether the lines have two columns of weights: names may also end with numbers ("worker 1", "worker 2").
/// With two columns, the stacks still differ without the first column.
bool FoldedReader::haveTwoColumns() const {
    absl::flat_hash_set<std::string_view> stacks;
    return std::ranges::all_of(m_lines, [&](const FoldedLine& line) {
        const auto first = parseFirstColumn(line);
        return first && stacks.insert(first->stack).second;
    });
}

void FoldedReader::noteFractions(bool areTwo) {
    const auto note = [this](const FoldedNumber& weight) {
        m_hasFractions |= weight.thousandths != 0;
        m_isRounded |= weight.isRounded;
    };
    for (const auto& line : m_lines) {
        note(line.weight);
        if (areTwo) note(parseFirstColumn(line)->weight);
    }
}

Result<void> FoldedReader::addLines(bool areTwo, Task& task) {
    const std::string_view unit = m_hasFractions ? "thousandths" : "count";
    const auto base = areTwo ? m_builder.valueType("base", unit) : ValueTypeIndex();
    const auto value = m_builder.valueType(areTwo ? "new" : "samples", unit);
    m_builder.reserveSamples(value, m_lines.size());
    for (std::size_t row = 0; row < m_lines.size(); ++row) {
        if (row % linesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(double(row) / double(m_lines.size()));
        }
        const auto& line = m_lines[row];
        const auto first = areTwo ? parseFirstColumn(line) : std::nullopt;
        if (line.weight.isZero() && (!first || first->weight.isZero())) continue;
        const auto stack = stackOf(first ? first->stack : line.stack);
        if (first) addSample(base, stack, first->weight);
        addSample(value, stack, line.weight);
    }
    return {};
}

void FoldedReader::addSample(ValueTypeIndex value, StackIndex stack, const FoldedNumber& weight) {
    if (weight.isZero()) return;
    auto number = weight.whole;
    if (m_hasFractions && (__builtin_mul_overflow(number, 1000, &number) ||
                           __builtin_add_overflow(number, weight.thousandths, &number))) {
        ++m_tooLarge;
        return;
    }
    m_builder.addSample(value, {.stack = stack, .weight = number, .thread = {}, .labels = {}});
}

/// Reuses the frames that the previous line shares with this one: sorted files share most of each line.
StackIndex FoldedReader::stackOf(std::string_view frames) {
    const auto shared = sharedBeginning(m_previous, frames);
    m_previous = frames;
    const auto isShared = [&](const Step& step) {
        if (step.end > shared) return false;
        if (step.end < frames.size()) return frames[step.end] == ';';
        return step.end > 0 && frames[step.end - 1] != ';'; // an empty name at the end is no frame
    };
    while (!m_steps.empty() && !isShared(m_steps.back()))
        m_steps.pop_back();
    auto rest = frames;
    if (!m_steps.empty()) rest.remove_prefix(std::min(frames.size(), m_steps.back().end + 1));
    while (!rest.empty()) {
        const auto name = takeFoldedFrame(rest);
        const auto caller = m_steps.empty() ? StackIndex() : m_steps.back().stack;
        const auto end = static_cast<std::size_t>(name.data() + name.size() - frames.data());
        m_steps.push_back({end, m_builder.stack(caller, frame(name))});
    }
    return m_steps.empty() ? StackIndex() : m_steps.back().stack;
}

FrameIndex FoldedReader::frame(std::string_view name) {
    auto& known = m_frames.try_emplace(HashedText(name), FrameIndex()).first->second;
    if (known) return known;
    Frame frame;
    frame.kind = kindOfName(name);
    if (!isBlankLine(name)) frame.function = function(name);
    known = m_builder.frame(frame);
    return known;
}

/// A file may have a million names, and nearly all of them are in it as they are shown: those are not copied.
FunctionIndex FoldedReader::function(std::string_view name) {
    std::string converted;
    if (hasControlPictures(name)) name = converted = withoutControlPictures(name);
    StringIndex shown;
    if (isMangled(name))
        shown = m_builder.string(demangle(name));
    else if (isHiddenMethod(name))
        shown = m_builder.string(stableMethodName(name));
    const auto written = m_builder.string(name);
    const bool isShown = shown.isNone() || shown == written;
    return m_builder.function({.name = isShown ? written : shown,
                               .rawName = isShown ? StringIndex() : written,
                               .file = {},
                               .mapping = {}});
}

void FoldedReader::warn() {
    if (m_hasFractions)
        m_builder.addWarning(ModelText::tr("The weights have fractions: they are counted in thousandths."));
    if (m_isRounded)
        m_builder.addWarning(ModelText::tr("Weights with more than three decimals were cut to three."));
    if (m_tooLarge > 0)
        m_builder.addWarning(
            ModelText::tr("Weights that are too large to count in thousandths were left out: {}.",
                          formatCount(static_cast<std::int64_t>(m_tooLarge))));
    if (m_others > 0)
        m_builder.addWarning(ModelText::tr("Lines that are not stacks were left out: {}.",
                                           formatCount(static_cast<std::int64_t>(m_others))));
}

} // namespace candela
