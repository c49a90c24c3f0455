#include "views/source/source_item_model.h"

#include "views/session/call_node_text.h"
#include "views/source/source_messages.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"

#include <algorithm>

namespace candela {

bool SourceItemModel::isHeading(int row) const {
    return at(row).kind == SourceRow::Kind::File;
}

QString SourceItemModel::rowKey(int row) const {
    const auto& [kind, file, line, self, total] = at(row);
    return QString("%1 %2 %3")
        .arg(static_cast<int>(kind))
        .arg(line)
        .arg(QString::fromStdString(shown()->sources[file].file));
}

AnnotationItemModel::Weights SourceItemModel::weightsOf(int row) const {
    return {at(row).self, at(row).total};
}

QString SourceItemModel::title(AnnotationColumn column) const {
    if (column == AnnotationColumn::Number) return tr("Line");
    return column == AnnotationColumn::Text ? tr("Source") : QString();
}

QString SourceItemModel::text(int row, AnnotationColumn column) const {
    const auto& line = at(row);
    const auto& source = shown()->sources[line.file];
    if (line.kind == SourceRow::Kind::File) {
        if (column != AnnotationColumn::Number) return {};
        if (source.file.empty()) return tr("Where no line is known");
        const auto& problem = shown()->problems[line.file];
        return fileWords(source) + (problem.empty() ? QString() : " " + plainText(problem));
    }
    if (line.kind == SourceRow::Kind::Gap) return column == AnnotationColumn::Number ? "…" : QString();
    if (column == AnnotationColumn::Number) return line.line == 0 ? QString() : QString::number(line.line);
    if (column != AnnotationColumn::Text || !source.text) return {};
    return plainText(withoutTabs(source.text->line(line.line)));
}

bool SourceItemModel::isQuiet(int row, AnnotationColumn column) const {
    const auto& line = at(row);
    if (line.kind == SourceRow::Kind::File) return !shown()->problems[line.file].empty();
    return line.kind == SourceRow::Kind::Gap || column == AnnotationColumn::Number;
}

QString SourceItemModel::toolTip(int row) const {
    if (isHeading(row)) return text(row, AnnotationColumn::Number);
    auto words = AnnotationItemModel::toolTip(row);
    constexpr std::size_t shownCalls = 8;
    const auto calls = shown()->rows.callsOfLines.of(static_cast<std::size_t>(row));
    for (const auto call : calls.first(std::min(shownCalls, calls.size()))) {
        const auto& [callee, total, lines, code, address] = shown()->calls[call];
        words +=
            tr("\nCalls %1: %2").arg(groupName(*shown()->groups, callee), weightText(total, shown()->unit));
    }
    if (calls.size() > shownCalls) words += tr("\nand %1 more").arg(countText(calls.size() - shownCalls));
    return words;
}

int SourceItemModel::letters(AnnotationColumn column) const {
    if (!shown()) return 0;
    std::size_t longest = 0;
    for (const auto& row : shown()->rows.source) {
        if (row.kind != SourceRow::Kind::Line) continue;
        const auto* text = shown()->sources[row.file].text;
        if (column == AnnotationColumn::Number)
            longest = std::max(longest, std::to_string(row.line).size());
        else if (column == AnnotationColumn::Text && text)
            longest = std::max(longest, withoutTabs(text->line(row.line)).size());
    }
    return static_cast<int>(longest);
}

} // namespace candela

#include "moc_source_item_model.cpp"
