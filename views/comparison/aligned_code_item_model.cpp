#include "views/comparison/aligned_code_item_model.h"

#include "model/base/wrapping.h"
#include "views/session/call_node_text.h"
#include "views/tables/weight_columns.h"
#include "views/text/plain_text.h"
#include "views/widgets/theme.h"

#include <QGuiApplication>

#include <cmath>

namespace candela {

namespace {

/// The instruction with the name of what it calls; empty where the side has none.
QString instructionText(const AnnotatedCode& code, const std::optional<std::uint32_t>& row) {
    if (!row) return {};
    const auto& instruction = code.instructions[*row].instruction;
    auto text = plainText(instruction.text);
    if (!instruction.target) return text;
    const auto& targets = code.code->targets;
    const auto name = targets.find(*instruction.target);
    return name == targets.end() ? text : text + " " + plainText(name->second);
}

std::int64_t selfOf(const AnnotatedCode& code, const std::optional<std::uint32_t>& row) {
    return row ? code.instructions[*row].self : 0;
}

QString sign(Alignment alignment) {
    switch (alignment) {
    case Alignment::Same:
        return {};
    case Alignment::Changed:
        return "~";
    case Alignment::Base:
        return "<";
    case Alignment::New:
        return ">";
    }
    return {};
}

QString meaning(Alignment alignment) {
    switch (alignment) {
    case Alignment::Same:
        return QObject::tr("The same in both builds, but for addresses");
    case Alignment::Changed:
        return QObject::tr("The same operation with other operands");
    case Alignment::Base:
        return QObject::tr("Only in base");
    case Alignment::New:
        return QObject::tr("Only in new");
    }
    return {};
}

bool isNumber(AlignedCodeColumn column) {
    return column == AlignedCodeColumn::BaseSelf || column == AlignedCodeColumn::NewSelf;
}

bool isOfBase(AlignedCodeColumn column) {
    return column == AlignedCodeColumn::BaseSelf || column == AlignedCodeColumn::BaseCode;
}

} // namespace

void AlignedCodeItemModel::setShown(std::shared_ptr<const ShownAlignedCode> shown) {
    beginResetModel();
    m_shown = std::move(shown);
    endResetModel();
}

int AlignedCodeItemModel::hottestRow() const {
    int hottest = -1;
    std::int64_t largest = -1;
    for (int row = 0; row < rowCount(); ++row) {
        const auto self = wrappingSum(magnitudeOf(selfOf(m_shown->baseCode(), at(row).base)),
                                      magnitudeOf(selfOf(m_shown->newCode(), at(row).newSide)));
        if (self <= largest) continue;
        largest = self;
        hottest = row;
    }
    return hottest;
}

int AlignedCodeItemModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() || !m_shown ? 0 : static_cast<int>(m_shown->aligned.rows.size());
}

int AlignedCodeItemModel::columnCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : alignedCodeColumns;
}

QString AlignedCodeItemModel::text(int row, AlignedCodeColumn column) const {
    const auto weight = [](std::int64_t self, const ShownFunction& side) {
        return self == 0 ? QString() : shareText(self, side.magnitude);
    };
    switch (column) {
    case AlignedCodeColumn::BaseSelf:
        return weight(selfOf(m_shown->baseCode(), at(row).base), *m_shown->base);
    case AlignedCodeColumn::BaseCode:
        return instructionText(m_shown->baseCode(), at(row).base);
    case AlignedCodeColumn::Alignment:
        return sign(at(row).alignment);
    case AlignedCodeColumn::NewSelf:
        return weight(selfOf(m_shown->newCode(), at(row).newSide), *m_shown->newSide);
    case AlignedCodeColumn::NewCode:
        return instructionText(m_shown->newCode(), at(row).newSide);
    }
    return {};
}

/// The part of the side's weight, for the bar in a cell.
QVariant AlignedCodeItemModel::share(int row, AlignedCodeColumn column) const {
    if (!isNumber(column)) return {};
    const bool isBase = isOfBase(column);
    const auto self =
        isBase ? selfOf(m_shown->baseCode(), at(row).base) : selfOf(m_shown->newCode(), at(row).newSide);
    const auto all = static_cast<double>((isBase ? m_shown->base : m_shown->newSide)->magnitude);
    return self == 0 || all == 0 ? QVariant() : QVariant(std::abs(static_cast<double>(self)) / all);
}

/// A gap on one side is shaded, and the sign and the shade say the same.
QVariant AlignedCodeItemModel::background(int row, AlignedCodeColumn column) const {
    const auto& theme = Theme::of(QGuiApplication::palette());
    const bool isGap = column != AlignedCodeColumn::Alignment &&
                       (isOfBase(column) ? !at(row).base.has_value() : !at(row).newSide.has_value());
    if (isGap) return Theme::mix(theme.base, theme.text, 0.06);
    if (at(row).alignment == Alignment::Changed) return Theme::mix(theme.base, theme.accent, 0.12);
    return {};
}

QVariant AlignedCodeItemModel::data(const QModelIndex& index, int role) const {
    if (!index.isValid()) return {};
    const auto column = static_cast<AlignedCodeColumn>(index.column());
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), column);
    case Qt::TextAlignmentRole:
        return int((isNumber(column)                         ? Qt::AlignRight
                    : column == AlignedCodeColumn::Alignment ? Qt::AlignHCenter
                                                             : Qt::AlignLeft) |
                   Qt::AlignVCenter);
    case ShareRole:
        return share(index.row(), column);
    case ElideRole:
        return QVariant::fromValue(Qt::ElideRight);
    case Qt::BackgroundRole:
        return background(index.row(), column);
    case Qt::ToolTipRole:
        return plainToolTip(meaning(at(index.row()).alignment));
    case Qt::AccessibleDescriptionRole:
        return meaning(at(index.row()).alignment);
    default:
        return {};
    }
}

QVariant AlignedCodeItemModel::headerData(int section, Qt::Orientation orientation, int role) const {
    if (orientation != Qt::Horizontal) return {};
    const auto column = static_cast<AlignedCodeColumn>(section);
    if (role == Qt::TextAlignmentRole)
        return int((isNumber(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole) return {};
    switch (column) {
    case AlignedCodeColumn::BaseSelf:
        return tr("Base self");
    case AlignedCodeColumn::BaseCode:
        return tr("Base");
    case AlignedCodeColumn::Alignment:
        return QString();
    case AlignedCodeColumn::NewSelf:
        return tr("New self");
    case AlignedCodeColumn::NewCode:
        return tr("New");
    }
    return {};
}

} // namespace candela
