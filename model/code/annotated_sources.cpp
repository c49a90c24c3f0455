#include "model/code/annotated_sources.h"

#include "model/base/wrapping.h"

#include <algorithm>
#include <map>

namespace candela {

namespace {

/// The build id of the module that contains the function's code; empty if it is not known.
std::string buildIdOf(const AnnotatedFunction& function) {
    return function.code.empty() ? std::string() : function.code.front().code->buildId;
}

/// Adds the lines that the function's own code has, with or without weight.
void includeLinesOfCode(const AnnotatedFunction& function, AnnotatedSource& source) {
    const auto include = [&](std::uint32_t line) {
        if (line == 0) return;
        source.firstLine = source.firstLine == 0 ? line : std::min(source.firstLine, line);
        source.lastLine = std::max(source.lastLine, line);
    };
    for (const auto& weight : source.lines)
        include(weight.line);
    for (const auto& annotated : function.code) {
        for (const auto& row : annotated.code->lines) {
            for (const auto& frame : row.frames) {
                if (frame.name != function.name || frame.file != source.file) continue;
                include(frame.startLine);
                source.declaredLine = frame.startLine;
                include(frame.line);
            }
        }
    }
}

} // namespace

LineWeight AnnotatedSource::weightOf(std::uint32_t line) const {
    const auto found = std::ranges::lower_bound(lines, line, {}, &LineWeight::line);
    return found != lines.end() && found->line == line ? *found : LineWeight{file, line, 0, 0};
}

std::vector<std::uint32_t> AnnotatedSource::linesAround(std::uint32_t around) const {
    std::vector<std::uint32_t> numbers;
    for (const auto& [path, number, self, total] : lines) {
        numbers.push_back(number);
        if (!text || !text->has(number)) continue;
        const auto end = std::min<std::uint64_t>(text->lastLine(), std::uint64_t{number} + around);
        for (auto near = number - std::min(number, around); near <= end; ++near)
            if (text->has(near)) numbers.push_back(near);
    }
    std::ranges::sort(numbers);
    const auto repeated = std::ranges::unique(numbers);
    numbers.erase(repeated.begin(), repeated.end());
    return numbers;
}

std::vector<std::uint32_t> AnnotatedSource::wholeLines() const {
    if (!text || firstLine == 0) return linesAround(0);
    std::vector<std::uint32_t> numbers;
    for (const auto& run : text->runs) {
        for (auto line = std::max(run.first, firstLine); line < run.end() && line <= lastLine; ++line)
            numbers.push_back(line);
    }
    const auto isInside = [this](const LineWeight& weight) {
        return weight.line != 0 && weight.line <= text->lastLine();
    };
    for (const auto& weight : lines) // those that no text has
        if (isInside(weight) && !text->has(weight.line)) numbers.push_back(weight.line);
    std::ranges::sort(numbers);
    for (const auto& weight : lines)
        if (!isInside(weight)) numbers.push_back(weight.line);
    return numbers;
}

std::vector<AnnotatedSource> annotatedSources(const AnnotatedFunction& function, SourceFinder& sources,
                                              Task& task) {
    std::vector<AnnotatedSource> files;
    std::map<std::string, std::int64_t> selves;
    for (const auto& line : function.lines) { // by file
        if (files.empty() || files.back().file != line.file) files.push_back({.file = line.file});
        files.back().lines.push_back(line);
        auto& self = selves[line.file];
        self = wrappingSum(self, magnitudeOf(line.self));
    }
    const auto buildId = buildIdOf(function);
    for (auto& source : files) {
        if (source.file.empty()) continue;
        source.text = sources.find(source.file, buildId, task);
        includeLinesOfCode(function, source);
    }
    std::ranges::stable_sort(files, [&](const AnnotatedSource& left, const AnnotatedSource& right) {
        const bool isLeftOwn = left.file == function.file, isRightOwn = right.file == function.file;
        return isLeftOwn != isRightOwn ? isLeftOwn : selves[left.file] > selves[right.file];
    });
    return files;
}

std::string withoutTabs(std::string_view line) {
    constexpr std::size_t tabWidth = 4;
    std::string text;
    for (const char letter : line) {
        if (letter == '\t')
            text.append(tabWidth - text.size() % tabWidth, ' ');
        else
            text += letter;
    }
    return text;
}

} // namespace candela
