#include "model/formats/folded_reader.h"

#include "model/base/units.h"
#include "model/formats/text_lines.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace candela {

namespace {

constexpr std::size_t linesBetweenChecks = 1u << 14;
constexpr std::int64_t thousand = 1000;
constexpr std::size_t cutLineFrames =
    8; // that a line longer than the start must have to be taken for a stack

bool isDigit(char letter) {
    return letter >= '0' && letter <= '9';
}

bool isComment(std::string_view line) {
    return line.find_first_not_of(" \t") == std::string_view::npos || line.starts_with('#') ||
           line.starts_with("//");
}

/// "12", "-12", "12.5": thousandths; nothing for other texts and for numbers that are too large.
std::optional<std::int64_t> parseWeight(std::string_view text, bool& isRounded) {
    const bool isNegative = text.starts_with('-');
    if (isNegative) text.remove_prefix(1);
    const auto point = text.find('.');
    const auto whole = text.substr(0, point);
    auto decimals = point == std::string_view::npos ? std::string_view() : text.substr(point + 1);
    if (whole.empty() || (point != std::string_view::npos && decimals.empty())) return std::nullopt;
    std::int64_t number = 0;
    const auto parsed = std::from_chars(whole.data(), whole.data() + whole.size(), number);
    if (parsed.ec != std::errc() || parsed.ptr != whole.data() + whole.size() || !isDigit(whole.front()))
        return std::nullopt;
    std::int64_t part = 0;
    for (std::size_t place = 0; place < decimals.size(); ++place) {
        if (!isDigit(decimals[place])) return std::nullopt;
        if (place < 3) part = part * 10 + (decimals[place] - '0');
        if (place >= 3 && decimals[place] != '0') isRounded = true;
    }
    for (auto place = decimals.size(); place < 3; ++place)
        part *= 10;
    if (number > (std::numeric_limits<std::int64_t>::max() - part) / thousand) return std::nullopt;
    number = number * thousand + part;
    return isNegative ? -number : number;
}

/// The suffixes that stackcollapse-perf.pl adds to names; they stay part of the name.
FrameKind kindOfName(std::string_view name) {
    if (name.ends_with("_[k]")) return FrameKind::Kernel;
    if (name.ends_with("_[i]")) return FrameKind::Inlined;
    if (name.ends_with("_[j]")) return FrameKind::Interpreted;
    return name.empty() ? FrameKind::Unknown : FrameKind::User;
}

/// A document that begins with a key, or with a list of objects or texts; "[unknown];main 12" is a stack.
bool looksLikeJson(std::string_view start) {
    const auto first = start.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || (start[first] != '{' && start[first] != '[')) return false;
    const auto second = start.find_first_not_of(" \t\r\n", first + 1);
    return second != std::string_view::npos && (start[second] == '"' || start[second] == '{');
}

std::string_view takeFrame(std::string_view& rest) {
    const auto name = rest.substr(0, rest.find(';'));
    rest.remove_prefix(std::min(rest.size(), name.size() + 1));
    return name;
}

/// Code has spaces behind its semicolons, stacks only where their last frame has no name.
bool looksLikeStack(std::string_view text) {
    const auto blank = text.find("; ");
    return text.find(';') != std::string_view::npos &&
           (blank == std::string_view::npos || blank + 2 == text.size());
}

} // namespace

std::optional<FoldedLine> parseFoldedLine(std::string_view line) {
    while (line.ends_with(' ') || line.ends_with('\t'))
        line.remove_suffix(1);
    const auto space = line.find_last_of(" \t");
    if (space == std::string_view::npos) return std::nullopt;
    FoldedLine result;
    const auto weight = parseWeight(line.substr(space + 1), result.isRounded);
    if (!weight) return std::nullopt;
    result.stack = line.substr(0, space);
    while (result.stack.ends_with(' ') || result.stack.ends_with('\t'))
        result.stack.remove_suffix(1);
    // Blanks before the one that separates the weight are a last frame without a name.
    if (result.stack.ends_with(';') && result.stack.size() < space)
        result.stack = line.substr(0, result.stack.size() + 1);
    result.thousandths = *weight;
    return result;
}

bool looksFolded(std::string_view start, bool isCut) {
    if (start.starts_with("#!") || looksLikeJson(start)) return false;
    if (isCut && start.find('\n') == std::string_view::npos) {
        std::size_t frames = 1;
        while (frames < cutLineFrames && !takeFrame(start).empty())
            ++frames;
        return frames == cutLineFrames;
    }
    if (isCut) start = start.substr(0, start.rfind('\n'));
    std::size_t stacks = 0; // lines that are nothing but a stack
    std::size_t names = 0;  // "word 12": may be a stack of one frame
    std::size_t others = 0;
    while (!start.empty()) {
        const auto line = LineText::takeLine(start);
        if (isComment(line)) continue;
        const auto parsed = parseFoldedLine(line);
        if (parsed && looksLikeStack(parsed->stack))
            ++stacks;
        else if (parsed && !parsed->stack.empty() &&
                 parsed->stack.find_first_of(" \t") == std::string_view::npos)
            ++names;
        else
            ++others;
        if (others == 1 && stacks + names == 0) return false;
    }
    if (stacks == 0) return names > 0 && others == 0;
    return others * 3 <= stacks + names;
}

Result<void> FoldedReader::read(std::string_view text, Task& task) {
    std::vector<FoldedLine> lines;
    std::size_t others = 0;
    bool isRounded = false;
    bool hasFractions = false;
    const auto size = text.size();
    for (std::size_t count = 0; !text.empty(); ++count) {
        if (count % linesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(0.5 * (1 - double(text.size()) / double(size)));
        }
        const auto line = LineText::takeLine(text);
        if (isComment(line)) continue;
        const auto parsed = parseFoldedLine(line);
        if (!parsed) {
            ++others;
            continue;
        }
        isRounded |= parsed->isRounded;
        hasFractions |= parsed->thousandths % thousand != 0;
        lines.push_back(*parsed);
    }
    if (lines.empty()) return failure("holds no folded stacks");
    m_unit = hasFractions ? 1 : thousand;
    m_value = m_builder.valueType("samples", hasFractions ? "thousandths" : "count");
    m_builder.reserveSamples(m_value, lines.size());
    for (std::size_t row = 0; row < lines.size(); ++row) {
        if (row % linesBetweenChecks == 0) {
            if (task.isCancelled()) return cancelled();
            task.setProgress(0.5 + 0.5 * double(row) / double(lines.size()));
        }
        addLine(lines[row]);
    }
    if (hasFractions) m_builder.addWarning("The weights have fractions: they are counted in thousandths.");
    if (isRounded) m_builder.addWarning("Weights with more than three decimals were cut to three.");
    if (others > 0)
        m_builder.addWarning(fmt::format("Lines that are no stacks were left out: {}.",
                                         formatCount(static_cast<std::int64_t>(others))));
    return {};
}

void FoldedReader::addLine(const FoldedLine& line) {
    if (line.thousandths == 0) return;
    m_builder.addSample(
        m_value,
        {.stack = stackOf(line.stack), .weight = line.thousandths / m_unit, .thread = {}, .labels = {}});
}

/// Takes over what the line before has in common with this one: sorted files share most of each line.
StackIndex FoldedReader::stackOf(std::string_view frames) {
    std::size_t depth = 0;
    bool isShared = true;
    while (!frames.empty()) {
        const auto name = takeFrame(frames);
        isShared = isShared && depth < m_steps.size() && m_steps[depth].name == name;
        if (!isShared) {
            m_steps.resize(depth);
            const auto caller = depth == 0 ? StackIndex() : m_steps.back().stack;
            m_steps.push_back({name, m_builder.stack(caller, frame(name))});
        }
        ++depth;
    }
    m_steps.resize(depth);
    return depth == 0 ? StackIndex() : m_steps.back().stack;
}

FrameIndex FoldedReader::frame(std::string_view name) {
    auto& known = m_frames.try_emplace(name, FrameIndex()).first->second;
    if (known) return known;
    Frame frame;
    frame.kind = kindOfName(name);
    if (name.find_first_not_of(" \t") != std::string_view::npos)
        frame.function =
            m_builder.function({.name = m_builder.string(name), .rawName = {}, .file = {}, .mapping = {}});
    known = m_builder.frame(frame);
    return known;
}

} // namespace candela
