#include "app/commands/profiles/aligned_text.h"

#include "app/commands/output/output_text.h"
#include "app/commands/output/shortened_text.h"
#include "app/commands/output/table_text.h"
#include "model/base/shown_text.h"
#include "model/base/units.h"
#include "model/code/aligned_code_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

namespace candela {

namespace {

const AnnotatedCode& codeOf(const AlignedSide& side) {
    return side.function.code.front();
}

std::uint64_t bytesOf(const AnnotatedCode& code) {
    std::uint64_t bytes = 0;
    for (const auto& part : code.code->parts)
        bytes += part.bytes.size();
    return bytes;
}

double shareOf(std::int64_t weight, const AlignedSide& side) {
    const auto all = static_cast<double>(side.file.weights().magnitude);
    return all == 0 ? 0 : static_cast<double>(weight) / all;
}

/// "base 12.3 % of 1.2 s, 88 instructions, 340 bytes (base.candela)".
std::string sideText(std::string_view name, const AlignedSide& side) {
    const auto& profile = *side.file.profile();
    const auto& type = profile.samples[side.file.value().row()].type;
    return fmt::format("{}: {} of {}, {} instructions, {} ({})", name,
                       formatShare(static_cast<double>(codeOf(side).self),
                                   static_cast<double>(side.file.weights().magnitude)),
                       shownText(formatWeight(side.file.weights().total, profile.text(type.unit))),
                       formatCount(static_cast<std::int64_t>(codeOf(side).instructions.size())),
                       formatBytes(bytesOf(codeOf(side))), shownText(side.file.path()));
}

std::string_view sign(Alignment alignment) {
    switch (alignment) {
    case Alignment::Same:
        return "";
    case Alignment::Changed:
        return "~";
    case Alignment::Base:
        return "<";
    case Alignment::New:
        return ">";
    }
    return "";
}

std::int64_t selfOf(const AlignedRow& row, const AlignedSide& base, const AlignedSide& newSide) {
    std::int64_t self = 0;
    if (row.base) self += std::abs(codeOf(base).instructions[*row.base].self);
    if (row.newSide) self += std::abs(codeOf(newSide).instructions[*row.newSide].self);
    return self;
}

std::vector<std::string> cellsOf(const AlignedSide& side, const std::optional<std::uint32_t>& row) {
    if (!row) return {"", ""};
    const auto& entry = codeOf(side).instructions[*row];
    auto text = entry.instruction.text;
    if (const auto& target = entry.instruction.target) {
        const auto& targets = codeOf(side).code->targets;
        if (const auto name = targets.find(*target); name != targets.end()) text += " " + name->second;
    }
    return {entry.self == 0 ? "" : formatShare(shareOf(entry.self, side), 1), std::move(text)};
}

QJsonObject jsonOfSide(const AlignedSide& side) {
    return {{"file", jsonText(side.file.path())},
            {"function", jsonText(side.function.name)},
            {"self", qint64(codeOf(side).self)},
            {"total_of_all", qint64(side.file.weights().total)},
            {"instructions", qint64(codeOf(side).instructions.size())},
            {"bytes", qint64(bytesOf(codeOf(side)))},
            {"source", jsonText(codeOf(side).code->source)}};
}

QJsonObject jsonOfInstruction(const AlignedSide& side, std::uint32_t row) {
    const auto& entry = codeOf(side).instructions[row];
    return {{"address", qint64(entry.instruction.address)},
            {"text", jsonText(entry.instruction.text)},
            {"self", qint64(entry.self)}};
}

QJsonObject jsonOfUse(const UseOfFunction& use) {
    return {
        {"calls", qint64(use.calls)}, {"instructions", qint64(use.instructions)}, {"self", qint64(use.self)}};
}

QJsonArray jsonOfUsed(const std::vector<UsedFunction>& used) {
    QJsonArray array;
    for (const auto& function : used)
        array.append(QJsonObject{{"name", jsonText(function.name)},
                                 {"base", jsonOfUse(function.base)},
                                 {"new", jsonOfUse(function.newSide)}});
    return array;
}

} // namespace

std::string textOf(const AlignedSide& base, const AlignedSide& newSide, const AlignedCode& aligned,
                   bool isWhole) {
    auto text = shownText(newSide.function.name);
    if (base.function.name != newSide.function.name)
        text += fmt::format(" (base: {})", shownText(base.function.name));
    text += fmt::format("\n{}\n{}\n", sideText("base", base), sideText("new", newSide));
    for (const auto& sentence :
         changedUses(aligned, base.file.weights().magnitude, newSide.file.weights().magnitude))
        text += sentence + "\n";
    if (!aligned.areBlocksAligned)
        text += fmt::format("The code is not aligned, because it has more than {} instructions.\n",
                            formatCount(maximumAlignedInstructions));
    TableText table({{"base %", Align::Right, Shorten::Whole},
                     {"base", Align::Left, Shorten::Beginning},
                     {"", Align::Left, Shorten::Whole},
                     {"new %", Align::Right, Shorten::Whole},
                     {"new", Align::Left, Shorten::Beginning}});
    std::size_t omitted = 0;
    const auto endOmission = [&] {
        if (omitted > 0)
            table.addRow({"", fmt::format("… {} {} without weight", omitted, omitted == 1 ? "row" : "rows"),
                          "", "", ""});
        omitted = 0;
    };
    const auto& rows = aligned.rows;
    for (std::size_t begin = 0; begin < rows.size();) {
        auto end = begin + 1;
        while (end < rows.size() && !rows[end].beginsBlock)
            ++end;
        const auto hasWeight = [&](const AlignedRow& row) { return selfOf(row, base, newSide) != 0; };
        const std::span block(rows.data() + begin, end - begin);
        begin = end;
        if (!isWhole && std::ranges::none_of(block, hasWeight)) {
            omitted += block.size();
            continue;
        }
        endOmission();
        if (block.data() != rows.data()) table.addRow({"", "", "", "", ""});
        for (const auto& row : block) {
            auto cells = cellsOf(base, row.base);
            cells.emplace_back(sign(row.alignment));
            for (auto& cell : cellsOf(newSide, row.newSide))
                cells.push_back(std::move(cell));
            table.addRow(std::move(cells));
        }
    }
    endOmission();
    return wrapped(text, terminalWidth()) + table.aligned(terminalWidth());
}

QJsonObject jsonOf(const AlignedSide& base, const AlignedSide& newSide, const AlignedCode& aligned) {
    QJsonArray rows;
    for (const auto& row : aligned.rows) {
        QJsonObject object{{"alignment", jsonText(alignmentName(row.alignment))}};
        if (row.beginsBlock) object["begins_block"] = true;
        if (row.base) object["base"] = jsonOfInstruction(base, *row.base);
        if (row.newSide) object["new"] = jsonOfInstruction(newSide, *row.newSide);
        rows.append(object);
    }
    return {{"base", jsonOfSide(base)},
            {"new", jsonOfSide(newSide)},
            {"used", jsonOfUsed(aligned.used)},
            {"is_aligned", aligned.areBlocksAligned},
            {"rows", rows}};
}

} // namespace candela
