#include "views/session/call_node_text.h"

#include "model/base/path_text.h"
#include "model/base/units.h"
#include "views/text/number_text.h"
#include "views/text/plain_text.h"
#include "views/text/root_text.h"

#include <QObject>

namespace candela {

namespace {

QString cell(const QString& text) {
    return "<td align='right' style='padding-left:14px'>" + text.toHtmlEscaped() + "</td>";
}

/// Name, kind, module and source, as the first lines of a tooltip.
QString heading(const FrameGroups& groups, FrameGroupIndex group) {
    const auto& frameGroup = groups[group];
    QString text = "<b>" + groupName(groups, group).toHtmlEscaped() + "</b>";
    QStringList details;
    if (frameGroup.kind == FrameKind::Kernel) details << QObject::tr("kernel");
    if (frameGroup.kind == FrameKind::Inlined) details << QObject::tr("inlined");
    if (frameGroup.kind == FrameKind::Interpreted) details << QObject::tr("interpreted");
    const auto module =
        frameGroup.mapping
            ? plainText(groups.profile->text(groups.profile->mappings[frameGroup.mapping.row()].path))
            : QString();
    if (!module.isEmpty() && module != groupName(groups, group)) details << module.toHtmlEscaped();
    if (!details.isEmpty()) text += "<br>" + details.join(" · ");
    const auto source = sourceLocation(*groups.profile, frameGroup);
    if (!source.isEmpty()) text += "<br>" + source.toHtmlEscaped();
    return text;
}

QString sourceText(std::string_view file, std::uint32_t line) {
    if (file.empty()) return {};
    const auto name = plainText(plainPath(file));
    return line > 0 ? name + ":" + QString::number(line) : name;
}

} // namespace

QString sourceLocation(const Profile& profile, const FrameGroup& group) {
    return sourceText(group.file ? profile.text(group.file) : std::string_view(), group.line);
}

QString shortSourceLocation(const Profile& profile, const FrameGroup& group) {
    return sourceText(group.file ? lastPathPart(profile.text(group.file)) : std::string_view(), group.line);
}

QString moduleText(const FrameGroups& groups, FrameGroupIndex group) {
    if (groups.isRoot(group)) return {}; // the module only separates the root from code of the same name
    return plainText(groups.moduleName(group));
}

QString weightText(std::int64_t weight, std::string_view unit) {
    return plainText(formatWeight(weight, unit));
}

QString shareText(std::int64_t part, std::int64_t total) {
    return QString::fromStdString(formatShare(static_cast<double>(part), static_cast<double>(total)));
}

QString callNodeToolTip(const Shown& shown, const CallTree& tree, CallNodeIndex node, CallNodeIndex root) {
    const auto rootTotal = root ? tree.magnitude(root) : 0;
    const auto row = [&](const QString& title, std::int64_t weight) {
        QString text = "<tr><td>" + title + "</td>" + cell(weightText(weight, shown.unit())) +
                       cell(shareText(weight, tree.totalMagnitude()));
        if (root) text += cell(shareText(weight, rootTotal));
        return text + "</tr>";
    };
    QString table =
        "<table cellspacing='0' style='margin-top:4px'><tr><td></td><td></td>" + cell(QObject::tr("of all"));
    if (root) table += cell(QObject::tr("of shown root"));
    table += "</tr>" + row(QObject::tr("Self"), tree.self(node)) +
             row(QObject::tr("Total"), tree.total(node)) + "</table>";
    return "<div>" + heading(tree.groups(), tree.group(node)) + table + "</div>";
}

ItemWords callNodeWords(const Shown& shown, const CallTree& tree, CallNodeIndex node) {
    const auto group = tree.group(node);
    ItemWords words{{}, groupName(tree.groups(), group), moduleText(tree.groups(), group), {}};
    if (words.module == words.name) words.module.clear();
    const auto weight = [&](const QString& title, std::int64_t value) {
        return title + " " + weightText(value, shown.unit()) + " (" +
               shareText(value, tree.totalMagnitude()) + ")";
    };
    words.numbers << weight(QObject::tr("self"), tree.self(node))
                  << weight(QObject::tr("total"), tree.total(node));
    return words;
}

QString groupNoun(Grouping grouping, std::size_t count) {
    const bool isOne = count == 1;
    switch (grouping) {
    case Grouping::Function:
        return isOne ? QObject::tr("function") : QObject::tr("functions");
    case Grouping::Module:
        return isOne ? QObject::tr("module") : QObject::tr("modules");
    case Grouping::File:
        return isOne ? QObject::tr("file") : QObject::tr("files");
    case Grouping::Line:
        return isOne ? QObject::tr("line") : QObject::tr("lines");
    case Grouping::Address:
        return isOne ? QObject::tr("address") : QObject::tr("addresses");
    }
    return {};
}

QString mergedNodesName(const MergedNodes& nodes) {
    return QObject::tr("%1 more").arg(countText(nodes.count));
}

ItemWords mergedNodesWords(const Shown& shown, const CallTree& tree, const MergedNodes& nodes) {
    return {{},
            mergedNodesName(nodes) + " " + groupNoun(tree.groups().grouping, nodes.count),
            {},
            {QObject::tr("total %1 (%2)")
                 .arg(weightText(nodes.total, shown.unit()), shareText(nodes.total, tree.totalWeight())),
             QObject::tr("click to look closer")}};
}

QString mergedNodesToolTip(const Shown& shown, const CallTree& tree, const MergedNodes& nodes) {
    const auto row = [&](const QString& title, std::int64_t weight) {
        return "<tr><td>" + title.toHtmlEscaped() + "</td>" + cell(weightText(weight, shown.unit())) +
               cell(shareText(weight, tree.totalWeight())) + "</tr>";
    };
    const auto table =
        row(QObject::tr("Together"), nodes.total) +
        row(QObject::tr("Heaviest: %1").arg(groupName(tree.groups(), tree.group(nodes.heaviest.node))),
            nodes.heaviest.total);
    return "<div><b>" + mergedNodesName(nodes) + " " + groupNoun(tree.groups().grouping, nodes.count) +
           "</b><br>" + QObject::tr("Too narrow for boxes of their own; a click looks closer.") +
           "<table cellspacing='0' style='margin-top:4px'>" + table + "</table></div>";
}

QString groupToolTip(const Shown& shown, const GroupWeight& row) {
    const auto line = [&](const QString& title, std::int64_t weight) {
        return "<tr><td>" + title + "</td>" + cell(weightText(weight, shown.unit())) +
               cell(shareText(weight, shown.magnitude())) + "</tr>";
    };
    return "<div>" + heading(shown.groups(), row.group) + "<table cellspacing='0' style='margin-top:4px'>" +
           line(QObject::tr("Self"), row.self) + line(QObject::tr("Total"), row.total) + "</table></div>";
}

} // namespace candela
