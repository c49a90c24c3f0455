#include "app/commands/profiles/aligned_instructions_text.h"

#include "app/commands/output/output_text.h"
#include "app/commands/output/shortened_text.h"
#include "model/base/shown_text.h"
#include "model/base/units.h"
#include "model/code/aligned_code_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace candela {

namespace {

const AnnotatedCode& codeOf(const AlignedSide& side) {
    return side.function.code.front();
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
    return {side.share(entry.self), std::move(text)};
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

std::string instructionsText(const AlignedSide& base, const AlignedSide& newSide, const AlignedCode& aligned,
                             Extent extent) {
    std::string text;
    for (const auto& sentence :
         changedUses(aligned, base.file.weights().magnitude, newSide.file.weights().magnitude))
        text += sentence + "\n";
    if (!aligned.areBlocksAligned)
        text += fmt::format("The code is not aligned, because it has more than {} instructions.\n",
                            formatCount(maximumAlignedInstructions));
    auto table = alignedTable();
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
        if (extent == Extent::AroundWeights && std::ranges::none_of(block, hasWeight)) {
            omitted += block.size();
            continue;
        }
        endOmission();
        if (block.data() != rows.data()) table.addRow({"", "", "", "", ""});
        for (const auto& row : block) {
            auto cells = cellsOf(base, row.base);
            cells.emplace_back(alignmentSign(row.alignment));
            for (auto& cell : cellsOf(newSide, row.newSide))
                cells.push_back(std::move(cell));
            table.addRow(std::move(cells));
        }
    }
    endOmission();
    return wrapped(text, terminalWidth()) + table.aligned(terminalWidth());
}

void addInstructions(QJsonObject& object, const AlignedSide& base, const AlignedSide& newSide,
                     const AlignedCode& aligned) {
    QJsonArray rows;
    for (const auto& row : aligned.rows) {
        QJsonObject entry{{"alignment", jsonText(alignmentName(row.alignment))}};
        if (row.beginsBlock) entry["begins_block"] = true;
        if (row.base) entry["base"] = jsonOfInstruction(base, *row.base);
        if (row.newSide) entry["new"] = jsonOfInstruction(newSide, *row.newSide);
        rows.append(entry);
    }
    object["used"] = jsonOfUsed(aligned.used);
    object["is_aligned"] = aligned.areBlocksAligned;
    object["rows"] = rows;
}

} // namespace candela
