#include "app/commands/profiles/annotation_text.h"

#include "app/commands/output/output_text.h"
#include "app/commands/output/table_text.h"
#include "model/base/shown_text.h"
#include "model/base/units.h"
#include "model/base/wrapping.h"
#include "model/code/annotated_sources.h"
#include "model/code/kept_functions.h"

#include <fmt/format.h>

#include <algorithm>

namespace candela {

namespace {

/// Rows without weight that are shown on each side of one with weight.
constexpr std::size_t linesAround = 3;
constexpr std::size_t instructionsAround = 5;

/// Weights as cells; zero is blank.
class WeightCells {
public:
    WeightCells(const AnnotationSubject& subject, std::int64_t hottest)
        : m_unit(subject.profile->text(subject.type().unit)),
          m_total(static_cast<double>(subject.weights.magnitude)),
          m_hottest(static_cast<double>(magnitudeOf(hottest))) {}

    static std::vector<TableText::Column> columns() {
        return {{"self", Align::Right},
                {"self %", Align::Right},
                {"total", Align::Right},
                {"total %", Align::Right},
                {"", Align::Left, Shorten::Whole, true}};
    }
    std::vector<std::string> of(std::int64_t self, std::int64_t total) const {
        return {weight(self), share(self), weight(total), share(total), bar(self)};
    }

private:
    std::string weight(std::int64_t number) const { return number == 0 ? "" : formatWeight(number, m_unit); }
    std::string share(std::int64_t number) const {
        return number == 0 ? "" : formatShare(static_cast<double>(number), m_total);
    }
    /// The longest bar is that of the hottest row.
    std::string bar(std::int64_t self) const {
        constexpr double longest = 8;
        if (self == 0 || m_hottest == 0) return "";
        const auto share = static_cast<double>(magnitudeOf(self)) / m_hottest;
        std::string text;
        for (double at = 0; at < std::max(1.0, share * longest) - 0.5; ++at)
            text += "█";
        return text;
    }

    std::string_view m_unit;
    double m_total;
    double m_hottest;
};

std::string headline(const AnnotationSubject& subject, const AnnotatedFunction& function) {
    const auto unit = subject.profile->text(subject.type().unit);
    const auto total = static_cast<double>(subject.weights.magnitude);
    const auto weight = [&](std::int64_t number) {
        return fmt::format("{} ({})", formatWeight(number, unit),
                           formatShare(static_cast<double>(number), total));
    };
    auto text = fmt::format("{}: {}, {} in {}\n{}{}: self {}, inlined into it {}, total {}\n",
                            shownText(subject.file), shownText(subject.profile->text(subject.type().name)),
                            shownText(formatWeight(subject.weights.total, unit)),
                            formatSamples(subject.weights.samples), shownText(function.name),
                            function.module.empty() ? "" : " in " + shownText(function.module),
                            shownText(weight(function.self)), shownText(weight(function.inlinedSelf)),
                            shownText(weight(function.total)));
    return text;
}

std::string linesText(const AnnotationSubject& subject, const AnnotatedFunction& function, Extent extent,
                      SourceFinder& sources, Task& task) {
    std::int64_t hottest = 0;
    for (const auto& line : function.lines)
        hottest = std::max(hottest, magnitudeOf(line.self));
    const WeightCells weights(subject, hottest);
    std::string text;
    for (const auto& file : annotatedSources(function, sources, task)) {
        text += "\n" + shownText(file.file.empty() ? "where no line is known" : file.file);
        if (!file.text && !file.file.empty()) text += " (" + shownText(sources.problem(file.file)) + ")";
        if (file.hasKeptText()) text += " (from the capture)";
        text += "\n";
        auto columns = WeightCells::columns();
        columns.push_back({"line", Align::Right});
        columns.push_back({"source", Align::Left, Shorten::Beginning});
        TableText table(std::move(columns));
        std::uint32_t last = 0;
        const auto shown = extent == Extent::Whole ? file.wholeLines() : file.linesAround(linesAround);
        for (const auto number : shown) {
            const auto weight = file.weightOf(number);
            if (last != 0 && number != last + 1) table.addRow({"", "", "", "", "", "…", ""});
            last = number;
            auto cells = weights.of(weight.self, weight.total);
            cells.push_back(number == 0 ? "" : std::to_string(number));
            cells.push_back(file.text ? withoutTabs(file.text->line(number)) : "");
            table.addRow(std::move(cells));
        }
        text += table.aligned(terminalWidth());
    }
    return text;
}

/// "draw.h:12", and the function if it was inlined.
std::string sourceOf(const SymbolizedFrames& frames) {
    if (frames.empty() || frames.front().line == 0) return {};
    auto text = fmt::format("{}:{}", lastPathPart(frames.front().file), frames.front().line);
    if (frames.size() > 1) text += " " + frames.front().name;
    return text;
}

std::string instructionText(const FunctionCode& code, const Instruction& instruction) {
    auto text = instruction.text;
    if (!instruction.target) return text;
    const auto name = code.targets.find(*instruction.target);
    return name == code.targets.end() ? text : fmt::format("{} <{}>", text, name->second);
}

/// For each instruction, whether it is near one with weight.
std::vector<bool> nearWeights(const std::vector<InstructionWeight>& instructions, Extent extent) {
    std::vector<bool> isShown(instructions.size(), extent == Extent::Whole);
    for (std::size_t row = 0; row < instructions.size(); ++row) {
        if (instructions[row].self == 0 && instructions[row].total == 0) continue;
        const auto end = std::min(instructions.size(), row + instructionsAround + 1);
        for (auto near = row - std::min(row, instructionsAround); near < end; ++near)
            isShown[near] = true;
    }
    return isShown;
}

std::string codeText(const AnnotationSubject& subject, const AnnotatedCode& annotated, Extent extent) {
    const auto& code = *annotated.code;
    std::int64_t hottest = 0;
    for (const auto& instruction : annotated.instructions)
        hottest = std::max(hottest, magnitudeOf(instruction.self));
    const WeightCells weights(subject, hottest);
    auto columns = WeightCells::columns();
    columns.push_back({"address", Align::Right});
    columns.push_back({"instruction", Align::Left, Shorten::Beginning});
    columns.push_back({"source", Align::Left, Shorten::Beginning, true});
    TableText table(std::move(columns));
    const auto isShown = nearWeights(annotated.instructions, extent);
    std::string lastSource;
    bool isGap = false;
    for (std::size_t row = 0; row < annotated.instructions.size(); ++row) {
        const auto& [instruction, self, total] = annotated.instructions[row];
        if (!isShown[row]) {
            isGap = true;
            continue;
        }
        if (std::exchange(isGap, false)) table.addRow({"", "", "", "", "", "…", "", ""});
        auto source = sourceOf(code.framesAt(instruction.address));
        auto cells = weights.of(self, total);
        cells.push_back(fmt::format("{:x}", instruction.address));
        cells.push_back(instructionText(code, instruction));
        cells.push_back(source == lastSource ? "" : source);
        lastSource = std::move(source);
        table.addRow(std::move(cells));
    }
    const auto name = code.function().name;
    auto text = fmt::format("\n{} in {} ({}{})\n", shownText(name.empty() ? "code without a name" : name),
                            shownText(code.modulePath), shownText(code.source),
                            code.isBuildKnown ? "" : ", of which the build is not known");
    if (code.isCut)
        text += isOfCapture(code) ? "Only a part of it is shown: the capture keeps the code around the "
                                    "instructions that were hit. With the recorded file, all is shown.\n"
                                  : "It is too large: only a part of it is shown.\n";
    return text + table.aligned(terminalWidth());
}

QJsonObject jsonOfFrame(const SymbolizedFrame& frame) {
    QJsonObject object{{"function", jsonText(frame.name)}};
    if (!frame.file.empty()) object["file"] = jsonText(frame.file);
    if (frame.line > 0) object["line"] = qint64(frame.line);
    return object;
}

std::string hexadecimal(std::span<const std::byte> bytes) {
    std::string text;
    for (const auto byte : bytes)
        text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
    return text;
}

QJsonObject jsonOfInstruction(const FunctionCode& code, const InstructionWeight& weight) {
    const auto& instruction = weight.instruction;
    QJsonObject object{{"address", jsonText(fmt::format("{:#x}", instruction.address))},
                       {"bytes", jsonText(hexadecimal(bytesOf(code, instruction)))},
                       {"text", jsonText(instruction.text)},
                       {"kind", jsonText(instructionKindName(instruction.kind))},
                       {"self", qint64(weight.self)},
                       {"total", qint64(weight.total)}};
    if (instruction.target) {
        object["target"] = jsonText(fmt::format("{:#x}", *instruction.target));
        const auto name = code.targets.find(*instruction.target);
        if (name != code.targets.end()) object["target_name"] = jsonText(name->second);
    }
    QJsonArray frames;
    for (const auto& frame : code.framesAt(instruction.address))
        frames.append(jsonOfFrame(frame));
    if (!frames.isEmpty()) object["frames"] = frames;
    return object;
}

QJsonObject jsonOfCode(const AnnotatedCode& annotated) {
    const auto& code = *annotated.code;
    QJsonArray instructions;
    for (const auto& instruction : annotated.instructions)
        instructions.append(jsonOfInstruction(code, instruction));
    QJsonObject object{{"function", jsonText(code.function().name)},
                       {"module", jsonText(code.modulePath)},
                       {"source", jsonText(code.source)},
                       {"instructions", instructions}};
    if (!code.buildId.empty()) object["build_id"] = jsonText(code.buildId);
    if (code.isCut) object["is_cut"] = true;
    return object;
}

QJsonArray jsonOfLines(const AnnotatedFunction& function, SourceFinder& sources, Task& task) {
    QJsonArray lines;
    for (const auto& file : annotatedSources(function, sources, task)) {
        for (const auto& weight : file.lines) {
            QJsonObject object{{"self", qint64(weight.self)}, {"total", qint64(weight.total)}};
            if (!weight.file.empty()) object["file"] = jsonText(weight.file);
            if (weight.line > 0) object["line"] = qint64(weight.line);
            if (file.text && file.text->has(weight.line)) {
                object["text"] = jsonText(file.text->line(weight.line));
                object["text_source"] = jsonText(file.hasKeptText() ? "the capture" : file.text->path);
            }
            lines.append(object);
        }
    }
    return lines;
}

} // namespace

std::string textOf(const AnnotationSubject& subject, const AnnotatedFunction& function, AnnotationParts parts,
                   Extent extent, SourceFinder& sources, Task& task) {
    auto text = headline(subject, function);
    if (parts.source) text += linesText(subject, function, extent, sources, task);
    if (!parts.assembly) return text;
    for (const auto& code : function.code)
        text += codeText(subject, code, extent);
    if (function.selfWithoutCode != 0)
        text += fmt::format(
            "\n{} of its self weight is at instructions that are not known.\n",
            shownText(formatWeight(function.selfWithoutCode, subject.profile->text(subject.type().unit))));
    return text;
}

QJsonObject jsonOf(const AnnotationSubject& subject, const AnnotatedFunction& function, AnnotationParts parts,
                   SourceFinder& sources, Task& task) {
    const auto& type = subject.type();
    QJsonObject named{{"name", jsonText(function.name)},
                      {"self", qint64(function.self)},
                      {"inlined_self", qint64(function.inlinedSelf)},
                      {"total", qint64(function.total)}};
    if (!function.module.empty()) named["module"] = jsonText(function.module);
    if (!function.file.empty()) named["file"] = jsonText(function.file);
    QJsonObject object{{"file", jsonText(subject.file)},
                       {"value", QJsonObject{{"name", jsonText(subject.profile->text(type.name))},
                                             {"unit", jsonText(subject.profile->text(type.unit))}}},
                       {"total", qint64(subject.weights.total)},
                       {"function", named},
                       {"inlined", subject.inlined == InlinedCode::AtTheCall ? "call" : "line"}};
    if (parts.source) object["lines"] = jsonOfLines(function, sources, task);
    if (!parts.assembly) return object;
    QJsonArray code;
    for (const auto& annotated : function.code)
        code.append(jsonOfCode(annotated));
    object["code"] = code;
    object["self_without_code"] = qint64(function.selfWithoutCode);
    return object;
}

std::vector<std::string> sourceWarnings(const AnnotatedFunction& function, const SourceFinder& sources) {
    std::vector<std::string> warnings;
    std::string missing;
    for (const auto& line : function.lines) {
        if (!sources.wasChanged(line.file) || line.file == missing) continue;
        missing = line.file;
        warnings.push_back(
            fmt::format("{} was changed since the recording: lines may have moved", line.file));
    }
    const bool isMissing = std::ranges::any_of(
        function.lines, [&](const LineWeight& line) { return !sources.problem(line.file).empty(); });
    if (isMissing)
        warnings.emplace_back("some sources were not found: --source-path FROM=TO states where they are now");
    return warnings;
}

} // namespace candela
