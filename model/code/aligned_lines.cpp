#include "model/code/aligned_lines.h"

#include "model/base/path_text.h"
#include "model/code/aligned_pairs.h"

#include <algorithm>
#include <string>

namespace candela {

namespace {

/// Between two equal lines, the product of the sides' lines above which no similar lines are looked for.
constexpr std::size_t maximumSimilarPairs = 250'000;
/// Lines before and after one with weight.
constexpr std::uint32_t linesAroundWeights = 3;
/// Scores of equal lines: with words, and with punctuation alone, which many lines have.
constexpr int wordsScore = 4, punctuationScore = 1;

bool isPartOfWord(char letter) {
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
           (letter >= '0' && letter <= '9') || letter == '_';
}

/// A line in the forms that are compared. Space does not count.
struct LineText {
    std::string letters;
    std::vector<std::string_view> words; ///< views of the source's text, sorted

    explicit LineText(std::string_view line) {
        for (const char letter : line)
            if (letter != ' ' && (letter < '\t' || letter > '\r')) letters += letter;
        for (std::size_t begin = 0; begin < line.size();) {
            auto end = begin;
            while (end < line.size() && isPartOfWord(line[end]))
                ++end;
            if (end > begin) words.push_back(line.substr(begin, end - begin));
            begin = std::max(end, begin + 1);
        }
        std::ranges::sort(words);
    }

    int equalScore(const LineText& other) const {
        if (letters != other.letters) return 0;
        return words.empty() ? punctuationScore : wordsScore;
    }
    /// How many words are in common, if that is at least half of them.
    int likeness(const LineText& other) const {
        const auto common = commonCount(words, other.words);
        return 4 * common >= words.size() + other.words.size() ? static_cast<int>(common) : 0;
    }
};

using Numbers = std::vector<std::uint32_t>;

/// The lines of one file on one side.
struct SideLines {
    const AnnotatedSource* source = nullptr;
    Numbers numbers; ///< ascending but for those that are beyond the text's end

    std::vector<LineText> texts() const {
        std::vector<LineText> texts;
        for (const auto number : numbers)
            texts.emplace_back(source->text->line(number));
        return texts;
    }
};

/// Pairs of rows: equal lines, and between them similar ones.
class TextAligner {
public:
    TextAligner(const SideLines& base, const SideLines& newSide)
        : m_base(base.texts()), m_new(newSide.texts()) {}

    std::vector<AlignedPair> run() {
        const auto equal = [&](std::size_t i, std::size_t k) { return m_base[i].equalScore(m_new[k]); };
        std::uint32_t base = 0, newRow = 0; // behind the last equal lines
        for (const auto& [i, k] : alignedPairs(m_base.size(), m_new.size(), equal, TextOrder{*this})) {
            if (!i || !k) continue;
            addSimilar(base, *i, newRow, *k);
            m_pairs.emplace_back(i, k);
            base = *i + 1;
            newRow = *k + 1;
        }
        addSimilar(base, static_cast<std::uint32_t>(m_base.size()), newRow,
                   static_cast<std::uint32_t>(m_new.size()));
        return std::move(m_pairs);
    }
    bool areEqual(std::uint32_t base, std::uint32_t newRow) const {
        return m_base[base].letters == m_new[newRow].letters;
    }

private:
    /// Compares the texts of rows from these on.
    struct TextOrder {
        const TextAligner& of;
        std::size_t base = 0, newRow = 0;

        auto operator()(std::size_t i, std::size_t k) const {
            return of.m_base[base + i].letters <=> of.m_new[newRow + k].letters;
        }
    };
    void addSimilar(std::uint32_t base, std::uint32_t baseEnd, std::uint32_t newRow, std::uint32_t newEnd) {
        const bool isTooLong = std::size_t{baseEnd - base} * (newEnd - newRow) > maximumSimilarPairs;
        const auto similar = [&](std::size_t i, std::size_t k) {
            return isTooLong ? 0 : m_base[base + i].likeness(m_new[newRow + k]);
        };
        for (auto [i, k] :
             alignedPairs(baseEnd - base, newEnd - newRow, similar, TextOrder{*this, base, newRow})) {
            if (i) *i += base;
            if (k) *k += newRow;
            m_pairs.emplace_back(i, k);
        }
    }

    std::vector<LineText> m_base, m_new;
    std::vector<AlignedPair> m_pairs;
};

std::optional<std::uint32_t> numberAt(const SideLines& side, const std::optional<std::uint32_t>& row) {
    return row ? std::optional(side.numbers[*row]) : std::nullopt;
}

std::vector<AlignedLine> linesByText(const SideLines& base, const SideLines& newSide) {
    TextAligner aligner(base, newSide);
    std::vector<AlignedLine> lines;
    for (const auto& [i, k] : aligner.run())
        lines.push_back({numberAt(base, i), numberAt(newSide, k),
                         !k                         ? Alignment::Base
                         : !i                       ? Alignment::New
                         : aligner.areEqual(*i, *k) ? Alignment::Same
                                                    : Alignment::Changed});
    return lines;
}

/// Merges both sides by the distance from the first line. Weight without a line is the same line of both.
std::vector<AlignedLine> linesByDistance(const SideLines& base, const SideLines& newSide) {
    const bool areDeclared = base.source->declaredLine != 0 && newSide.source->declaredLine != 0;
    const auto distance = [&](const SideLines& side, std::size_t row) {
        const auto number = side.numbers[row];
        const auto first = areDeclared ? side.source->declaredLine : side.source->firstLine;
        return number == 0 ? std::int64_t{-1} << 32 : std::int64_t{number} - first;
    };
    auto sorted = [&](SideLines side) {
        std::ranges::sort(side.numbers);
        return side;
    };
    const auto left = sorted(base), right = sorted(newSide);
    std::vector<AlignedLine> lines;
    for (std::size_t i = 0, k = 0; i < left.numbers.size() || k < right.numbers.size();) {
        const bool hasBase = i < left.numbers.size(), hasNew = k < right.numbers.size();
        const auto own = hasBase ? distance(left, i) : 0, other = hasNew ? distance(right, k) : 0;
        if (hasBase && hasNew && own == other)
            lines.push_back({left.numbers[i++], right.numbers[k++], Alignment::Same});
        else if (hasBase && (!hasNew || own < other))
            lines.push_back({left.numbers[i++], {}, Alignment::Base});
        else
            lines.push_back({{}, right.numbers[k++], Alignment::New});
    }
    return lines;
}

std::vector<AlignedLine> linesOf(const SideLines& side, Alignment alignment) {
    std::vector<AlignedLine> lines;
    for (const auto number : side.numbers) {
        AlignedLine line;
        (alignment == Alignment::Base ? line.base : line.newSide) = number;
        line.alignment = alignment;
        lines.push_back(line);
    }
    return lines;
}

/// Whether a line is not the next one of a side that had a line before.
void markParts(std::vector<AlignedLine>& lines) {
    std::optional<std::uint32_t> base, newSide;
    const auto skips = [](std::optional<std::uint32_t>& last, const std::optional<std::uint32_t>& number) {
        if (!number) return false;
        const bool isNext = !last || *number == *last + 1;
        last = number;
        return !isNext;
    };
    for (auto& line : lines) {
        const bool skipsBase = skips(base, line.base), skipsNew = skips(newSide, line.newSide);
        line.beginsPart = skipsBase || skipsNew;
    }
}

/// Where rows are on both sides, in lines from the first. Between two pairs, the first row of one side alone
/// is beside the first one of the other side, whichever of them stands first.
struct LinePosition {
    std::size_t base = 0, newSide = 0;

    bool isNear(const LinePosition& other) const {
        const auto areNear = [](std::size_t left, std::size_t right) {
            return std::max(left, right) - std::min(left, right) <= linesAroundWeights;
        };
        return areNear(base, other.base) && areNear(newSide, other.newSide);
    }
    auto operator<=>(const LinePosition&) const = default;
};

std::vector<LinePosition> positionsOf(const std::vector<AlignedLine>& lines) {
    std::vector<LinePosition> positions(lines.size());
    LinePosition begin; // of the rows between two pairs
    for (std::size_t row = 0; row < lines.size();) {
        auto end = row;
        std::size_t ofBase = 0, ofNew = 0;
        for (; end < lines.size() && !(lines[end].base && lines[end].newSide); ++end)
            ++(lines[end].base ? ofBase : ofNew);
        for (std::size_t base = 0, newSide = 0; row < end; ++row) {
            const auto index = lines[row].base ? base++ : newSide++;
            positions[row] = {begin.base + std::min(index, ofBase), begin.newSide + std::min(index, ofNew)};
        }
        begin = {begin.base + ofBase, begin.newSide + ofNew};
        if (row == lines.size()) break;
        positions[row++] = begin;
        begin = {begin.base + 1, begin.newSide + 1};
    }
    return positions;
}

/// Removes rows that are not near one that has weight on any side.
void keepAroundWeights(std::vector<AlignedLine>& lines, const AnnotatedSource* base,
                       const AnnotatedSource* newSide) {
    const auto hasWeight = [](const AnnotatedSource* source, const std::optional<std::uint32_t>& number) {
        if (!source || !number) return false;
        const auto weight = source->weightOf(*number);
        return weight.self != 0 || weight.total != 0;
    };
    const auto positions = positionsOf(lines);
    std::vector<LinePosition> weighed;
    for (std::size_t row = 0; row < lines.size(); ++row)
        if (hasWeight(base, lines[row].base) || hasWeight(newSide, lines[row].newSide))
            weighed.push_back(positions[row]);
    std::ranges::sort(weighed);
    const auto isKept = [&](const LinePosition& position) {
        const auto first = position.base - std::min<std::size_t>(position.base, linesAroundWeights);
        for (auto near = std::ranges::lower_bound(weighed, LinePosition{first, 0});
             near != weighed.end() && near->base <= position.base + linesAroundWeights; ++near)
            if (near->isNear(position)) return true;
        return false;
    };
    std::vector<AlignedLine> kept;
    for (std::size_t row = 0; row < lines.size(); ++row)
        if (isKept(positions[row])) kept.push_back(lines[row]);
    lines = std::move(kept);
}

bool isOwnFile(const AnnotatedFunction& function, const AnnotatedSource& source) {
    return !source.file.empty() && source.file == function.file;
}

class SourceAligner {
public:
    SourceAligner(const AnnotatedFunction& baseFunction, std::span<const AnnotatedSource> base,
                  const AnnotatedFunction& newFunction, std::span<const AnnotatedSource> newSide)
        : m_baseFunction(baseFunction), m_newFunction(newFunction), m_base(base), m_new(newSide) {}

    std::vector<AlignedSource> run(LineExtent extent) {
        std::vector<AlignedSource> result;
        for (const auto& [base, newSide] : filePairs())
            result.push_back(aligned(base, newSide, extent));
        return result;
    }

private:
    using Pair = std::pair<std::optional<std::size_t>, std::optional<std::size_t>>;

    /// In base's order; files of new alone are last.
    std::vector<Pair> filePairs() const {
        std::vector<std::optional<std::size_t>> partners(m_base.size());
        std::vector<bool> isTaken(m_new.size());
        const auto pairIf = [&](const auto& correspond) {
            for (std::size_t i = 0; i < m_base.size(); ++i)
                for (std::size_t k = 0; k < m_new.size() && !partners[i]; ++k) {
                    if (isTaken[k] || !correspond(m_base[i], m_new[k])) continue;
                    partners[i] = k;
                    isTaken[k] = true;
                }
        };
        using Source = const AnnotatedSource&;
        pairIf([&](Source base, Source newSide) {
            return isOwnFile(m_baseFunction, base) && isOwnFile(m_newFunction, newSide);
        });
        pairIf([](Source base, Source newSide) { return base.file == newSide.file; });
        pairIf([](Source base, Source newSide) {
            return !base.file.empty() && lastPathPart(base.file) == lastPathPart(newSide.file);
        });
        std::vector<Pair> pairs;
        for (std::size_t i = 0; i < m_base.size(); ++i)
            pairs.emplace_back(i, partners[i]);
        for (std::size_t k = 0; k < m_new.size(); ++k)
            if (!isTaken[k]) pairs.emplace_back(std::nullopt, k);
        return pairs;
    }

    static SideLines sideOf(const AnnotatedFunction& function, const AnnotatedSource& source) {
        const bool isOwn = isOwnFile(function, source);
        return {&source, isOwn ? source.wholeLines() : source.linesAround(linesAroundWeights)};
    }

    AlignedSource aligned(const std::optional<std::size_t>& base, const std::optional<std::size_t>& newSide,
                          LineExtent extent) const {
        AlignedSource result{base, newSide};
        const auto left = base ? sideOf(m_baseFunction, m_base[*base]) : SideLines();
        const auto right = newSide ? sideOf(m_newFunction, m_new[*newSide]) : SideLines();
        if (base && newSide) {
            const bool hasTexts = left.source->hasRecordedText() && right.source->hasRecordedText() &&
                                  std::max(left.numbers.size(), right.numbers.size()) <= maximumAlignedLines;
            result.evidence = hasTexts ? LineEvidence::Text : LineEvidence::Distance;
            const bool hasAny = left.source->hasRecordedText() || right.source->hasRecordedText();
            result.isBaseTextShown = !hasAny || left.source->hasRecordedText();
            result.isNewTextShown = !hasAny || right.source->hasRecordedText();
            result.lines = hasTexts ? linesByText(left, right) : linesByDistance(left, right);
        } else {
            result.lines = base ? linesOf(left, Alignment::Base) : linesOf(right, Alignment::New);
        }
        if (extent == LineExtent::AroundWeights) keepAroundWeights(result.lines, left.source, right.source);
        markParts(result.lines);
        return result;
    }

    const AnnotatedFunction &m_baseFunction, &m_newFunction;
    std::span<const AnnotatedSource> m_base, m_new;
};

} // namespace

std::vector<AlignedSource> alignedSources(const AnnotatedFunction& baseFunction,
                                          std::span<const AnnotatedSource> base,
                                          const AnnotatedFunction& newFunction,
                                          std::span<const AnnotatedSource> newSide, LineExtent extent) {
    return SourceAligner(baseFunction, base, newFunction, newSide).run(extent);
}

} // namespace candela
