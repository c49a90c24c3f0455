#include "model/code/annotation_rows.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace candela {

namespace {

/// How many lines are shown on each side of a line with weight, in files of inlined code.
constexpr std::uint32_t linesAround = 3;

class RowMaker {
public:
    RowMaker(const AnnotatedFunction& function, std::span<const AnnotatedSource> sources,
             std::span<const FunctionCall> calls)
        : m_function(function), m_sources(sources), m_calls(calls) {}

    AnnotationRows make() {
        for (std::uint32_t file = 0; file < m_sources.size(); ++file)
            addFile(file);
        for (std::uint32_t code = 0; code < m_function.code.size(); ++code)
            addCode(code);
        linkLines();
        linkCalls();
        return std::move(m_rows);
    }

private:
    void addFile(std::uint32_t file) {
        const auto& source = m_sources[file];
        m_rows.source.push_back({.kind = SourceRow::Kind::File, .file = file});
        const bool isOwn = source.file == m_function.file;
        std::uint32_t last = 0;
        for (const auto line : isOwn ? source.wholeLines() : source.linesAround(linesAround)) {
            if (last != 0 && line != last + 1)
                m_rows.source.push_back({.kind = SourceRow::Kind::Gap, .file = file});
            last = line;
            m_lines[source.file].emplace(line, rowCount(m_rows.source));
            const auto weight = source.weightOf(line);
            m_rows.source.push_back({SourceRow::Kind::Line, file, line, weight.self, weight.total});
        }
    }

    void addCode(std::uint32_t code) {
        const auto& instructions = m_function.code[code].instructions;
        m_firstRows.push_back(rowCount(m_rows.code) + 1);
        m_rows.code.push_back({.kind = CodeRow::Kind::Function, .code = code});
        for (std::uint32_t row = 0; row < instructions.size(); ++row)
            m_rows.code.push_back({CodeRow::Kind::Instruction, code, row});
        const auto lanes = jumpLanes(instructions);
        m_rows.jumps.emplace_back();
        m_rows.jumps.insert(m_rows.jumps.end(), lanes.cells.begin(), lanes.cells.end());
        m_rows.lanes = std::max(m_rows.lanes, lanes.lanes);
    }

    void linkLines() {
        auto& links = m_rows.linesOfInstructions;
        links.setRows(m_rows.code.size());
        const SymbolizedFrames* lastFrames = nullptr;
        std::vector<std::uint32_t> linked;
        for (std::size_t row = 0; row < m_rows.code.size(); ++row) {
            const auto& [kind, code, instruction] = m_rows.code[row];
            if (kind != CodeRow::Kind::Instruction) continue;
            const auto& annotated = m_function.code[code];
            const auto& frames =
                annotated.code->framesAt(annotated.instructions[instruction].instruction.address);
            if (&frames != lastFrames) linked = rowsOf(frames);
            lastFrames = &frames;
            for (const auto line : linked)
                links.add(row, line);
        }
        links.finish();
        m_rows.instructionsOfLines = links.inverse(m_rows.source.size());
    }

    std::vector<std::uint32_t> rowsOf(const SymbolizedFrames& frames) const {
        std::vector<std::uint32_t> rows;
        for (const auto& frame : frames) {
            const auto row = rowOfLine(frame.file, frame.line);
            if (row && std::ranges::find(rows, *row) == rows.end()) rows.push_back(*row);
        }
        return rows;
    }

    void linkCalls() {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> ofLines, ofInstructions; // row and call
        for (std::uint32_t call = 0; call < m_calls.size(); ++call) {
            for (const auto& line : m_calls[call].lines)
                if (const auto row = rowOfLine(line.file, line.line)) ofLines.emplace_back(*row, call);
            if (const auto row = rowOfCall(m_calls[call])) ofInstructions.emplace_back(*row, call);
        }
        m_rows.callsOfLines = linksOf(std::move(ofLines), m_rows.source.size());
        m_rows.callsOfInstructions = linksOf(std::move(ofInstructions), m_rows.code.size());
    }

    static RowLinks linksOf(std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs, std::size_t rows) {
        std::ranges::sort(pairs);
        const auto repeated = std::ranges::unique(pairs);
        pairs.erase(repeated.begin(), repeated.end());
        RowLinks links;
        links.setRows(rows);
        for (const auto& [row, call] : pairs)
            links.add(row, call);
        links.finish();
        return links;
    }

    std::optional<std::uint32_t> rowOfLine(std::string_view file, std::uint32_t line) const {
        const auto lines = m_lines.find(file);
        if (line == 0 || lines == m_lines.end()) return {};
        const auto row = lines->second.find(line);
        return row == lines->second.end() ? std::nullopt : std::optional(row->second);
    }

    /// The row of the instruction that contains the address.
    std::optional<std::uint32_t> rowOfCall(const FunctionCall& call) const {
        const auto code = std::ranges::find(m_function.code, call.code, &AnnotatedCode::code);
        if (!call.code || code == m_function.code.end()) return {};
        const auto& instructions = code->instructions;
        const auto after =
            std::ranges::upper_bound(instructions, call.address, {}, [](const InstructionWeight& weight) {
                return weight.instruction.address;
            });
        if (after == instructions.begin()) return {};
        const auto& instruction = std::prev(after)->instruction;
        if (call.address - instruction.address >= instruction.size) return {};
        return m_firstRows[static_cast<std::size_t>(code - m_function.code.begin())] +
               static_cast<std::uint32_t>(std::prev(after) - instructions.begin());
    }

    template<typename Rows>
    static std::uint32_t rowCount(const Rows& rows) {
        return static_cast<std::uint32_t>(rows.size());
    }

    const AnnotatedFunction& m_function;
    std::span<const AnnotatedSource> m_sources;
    std::span<const FunctionCall> m_calls;
    AnnotationRows m_rows;
    std::map<std::string, std::map<std::uint32_t, std::uint32_t>, std::less<>> m_lines; // rows by file and
                                                                                        // line
    std::vector<std::uint32_t> m_firstRows; // the row of the first instruction of each code
};

} // namespace

void RowLinks::add(std::size_t row, std::uint32_t linked) {
    m_linked.push_back(linked);
    m_ends[row] = static_cast<std::uint32_t>(m_linked.size());
}

void RowLinks::finish() {
    std::uint32_t end = 0;
    for (auto& each : m_ends)
        end = each = std::max(each, end);
}

std::span<const std::uint32_t> RowLinks::of(std::size_t row) const {
    if (row >= m_ends.size()) return {};
    const auto begin = row == 0 ? 0 : m_ends[row - 1];
    return std::span(m_linked).subspan(begin, m_ends[row] - begin);
}

RowLinks RowLinks::inverse(std::size_t rows) const {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    pairs.reserve(m_linked.size());
    for (std::size_t row = 0; row < m_ends.size(); ++row)
        for (const auto linked : of(row))
            pairs.emplace_back(linked, static_cast<std::uint32_t>(row));
    std::ranges::sort(pairs);
    RowLinks links;
    links.setRows(rows);
    for (const auto& [row, linked] : pairs)
        links.add(row, linked);
    links.finish();
    return links;
}

AnnotationRows annotationRows(const AnnotatedFunction& function, std::span<const AnnotatedSource> sources,
                              std::span<const FunctionCall> calls) {
    return RowMaker(function, sources, calls).make();
}

} // namespace candela
