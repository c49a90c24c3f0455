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
    const auto last = text ? static_cast<std::uint32_t>(text->lines.size()) : 0;
    for (const auto& weight : lines) {
        if (!text || weight.line == 0 || weight.line > last) {
            numbers.push_back(weight.line);
            continue;
        }
        auto begin = weight.line > around ? weight.line - around : 1;
        if (!numbers.empty()) begin = std::max(begin, numbers.back() + 1);
        for (auto line = begin; line <= std::min(last, weight.line + around); ++line)
            numbers.push_back(line);
    }
    return numbers;
}

std::vector<std::uint32_t> AnnotatedSource::wholeLines() const {
    if (!text || firstLine == 0) return linesAround(0);
    std::vector<std::uint32_t> numbers;
    const auto last = static_cast<std::uint32_t>(text->lines.size());
    for (auto line = firstLine; line <= std::min(last, lastLine); ++line)
        numbers.push_back(line);
    for (const auto& weight : lines) {
        if (weight.line == 0 || weight.line > last) numbers.push_back(weight.line);
    }
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
