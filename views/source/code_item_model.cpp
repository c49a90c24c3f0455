#include "views/source/code_item_model.h"

#include "model/base/path_text.h"
#include "model/code/kept_functions.h"
#include "views/session/call_node_text.h"
#include "views/text/plain_text.h"

#include <algorithm>

namespace candela {

bool CodeItemModel::isHeading(int row) const {
    return at(row).kind == CodeRow::Kind::Function;
}

QString CodeItemModel::rowKey(int row) const {
    const auto& code = *shown()->annotated.code[at(row).code].code;
    const auto address = isHeading(row) ? QString() : QString::number(instruction(row).address, 16);
    return QString("%1 %2 %3").arg(address, QString::number(code.start(), 16), code.modulePath.c_str());
}

AnnotationItemModel::Weights CodeItemModel::weightsOf(int row) const {
    if (isHeading(row)) return {};
    const auto& weight = shown()->instruction(at(row));
    return {weight.self, weight.total};
}

int CodeItemModel::jumpTarget(int row) const {
    if (isHeading(row) || !instruction(row).target) return -1;
    const auto& instructions = shown()->annotated.code[at(row).code].instructions;
    const auto target = instructionAt(instructions, *instruction(row).target);
    if (target == instructions.size()) return -1;
    return row - static_cast<int>(at(row).instruction) + static_cast<int>(target);
}

QString CodeItemModel::title(AnnotationColumn column) const {
    switch (column) {
    case AnnotationColumn::Number:
        return tr("Address");
    case AnnotationColumn::Text:
        return tr("Instruction");
    case AnnotationColumn::Origin:
        return tr("From");
    default:
        return {};
    }
}

QString CodeItemModel::text(int row, AnnotationColumn column) const {
    if (isHeading(row)) return column == AnnotationColumn::Number ? functionTitle(row) : QString();
    switch (column) {
    case AnnotationColumn::Number:
        return QString::number(instruction(row).address, 16);
    case AnnotationColumn::Text:
        return instructionText(row);
    case AnnotationColumn::Origin: {
        // Shown once for all instructions in sequence that have the same frames.
        const bool isFirst = isHeading(row - 1) || &framesOf(row - 1) != &framesOf(row);
        return isFirst ? originOf(row) : QString();
    }
    default:
        return {};
    }
}

QString CodeItemModel::functionTitle(int row) const {
    const auto& code = *shown()->annotated.code[at(row).code].code;
    const auto& name = code.function().name;
    auto title = tr("%1 in %2 (%3)")
                     .arg(name.empty() ? tr("Code without a name") : plainText(name),
                          plainText(code.modulePath), modelText(code.source));
    if (!code.isBuildKnown) title += tr(", of which the build is not known");
    if (code.isCut)
        title += isOfCapture(code)
                     ? tr(", of which the capture keeps the code around the instructions that were hit")
                     : tr(", too large: only a part is shown");
    return title;
}

QString CodeItemModel::instructionText(int row) const {
    const auto text = plainText(instruction(row).text);
    if (!instruction(row).target) return text;
    const auto& targets = shown()->annotated.code[at(row).code].code->targets;
    const auto name = targets.find(*instruction(row).target);
    return name == targets.end() ? text : text + " <" + plainText(name->second) + ">";
}

const SymbolizedFrames& CodeItemModel::framesOf(int row) const {
    return shown()->annotated.code[at(row).code].code->framesAt(instruction(row).address);
}

/// "mix.h:4".
QString CodeItemModel::lineOf(int row) const {
    const auto& frames = framesOf(row);
    if (frames.empty() || frames.front().line == 0) return {};
    return QString("%1:%2").arg(plainText(lastPathPart(frames.front().file)),
                                QString::number(frames.front().line));
}

/// "mix.h:4", and the function if it was inlined.
QString CodeItemModel::originOf(int row) const {
    const auto& frames = framesOf(row);
    auto text = lineOf(row);
    if (frames.size() > 1 && !text.isEmpty()) text += tr(" inlined %1").arg(plainText(frames.front().name));
    return text;
}

bool CodeItemModel::isQuiet(int row, AnnotationColumn column) const {
    return !isHeading(row) && (column == AnnotationColumn::Number || column == AnnotationColumn::Origin);
}

QString CodeItemModel::toolTip(int row) const {
    if (isHeading(row)) return functionTitle(row);
    QStringList lines{AnnotationItemModel::toolTip(row)};
    for (const auto call : shown()->rows.callsOfInstructions.of(static_cast<std::size_t>(row)))
        lines << tr("Calls %1: %2")
                     .arg(groupName(*shown()->groups, shown()->calls[call].callee),
                          weightText(shown()->calls[call].total, shown()->unit));
    if (const int target = jumpTarget(row); target >= 0)
        lines << tr("Leads to %1 (Enter)").arg(QString::number(instruction(target).address, 16));
    if (jumps(row).isLeftOut) lines << tr("No arrow is drawn: too many jumps pass here");
    for (const auto& frame : framesOf(row))
        lines << tr("%1 at %2:%3")
                     .arg(plainText(frame.name), plainText(plainPath(frame.file)),
                          QString::number(frame.line));
    lines.removeAll(QString());
    return lines.join('\n');
}

int CodeItemModel::letters(AnnotationColumn column) const {
    if (!shown()) return 0;
    qsizetype longest = 0;
    for (int row = 0; row < rowCount(); ++row) {
        if (isHeading(row)) continue;
        const auto& text = instruction(row).text;
        if (column == AnnotationColumn::Origin)
            longest = std::max(longest, lineOf(row).size());
        else if (column == AnnotationColumn::Number)
            longest = std::max(longest, QString::number(instruction(row).address, 16).size());
        else if (column == AnnotationColumn::Text && !instruction(row).target)
            longest = std::max(longest, static_cast<qsizetype>(text.size()));
        else if (column == AnnotationColumn::Text)
            longest = std::max(longest, instructionText(row).size());
    }
    return static_cast<int>(longest);
}

} // namespace candela

#include "moc_code_item_model.cpp"
