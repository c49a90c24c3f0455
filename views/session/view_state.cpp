#include "views/session/view_state.h"

#include "views/session/call_node_text.h"
#include "views/session/filter_chips.h"
#include "views/text/plain_text.h"
#include "views/text/root_text.h"

#include <algorithm>

namespace candela {

namespace {

/// The text with a small first letter, for the middle of a sentence.
QString withSmallStart(QString words) {
    if (!words.isEmpty()) words[0] = words[0].toLower();
    return words;
}

/// The words of a transform, with %1 for the name.
QString transformPattern(const Transform& transform) {
    switch (transform.kind) {
    case TransformKind::Hide:
        return QObject::tr("Hide %1");
    case TransformKind::Merge:
        return QObject::tr("Merge one %1");
    case TransformKind::Drop:
        return QObject::tr("Drop %1");
    case TransformKind::Root:
        return QObject::tr("Root at %1");
    case TransformKind::Subtree:
        return QObject::tr("Root at one %1");
    case TransformKind::From:
        return QObject::tr("Show from %1");
    case TransformKind::Leaf:
        return QObject::tr("End at %1");
    case TransformKind::CollapseRecursion:
        return transform.names.empty() ? QObject::tr("Collapse recursion")
                                       : QObject::tr("Collapse recursion of %1");
    case TransformKind::CollapseModule:
        return QObject::tr("Collapse %1");
    }
    return {};
}

/// The pattern with the transform's name, if it has one.
QString withName(const QString& pattern, const Transform& transform) {
    return transform.names.empty() ? pattern : pattern.arg(codeText(transform.names.back()));
}

QStringList chipTexts(const Filter& filter, const Profile& profile) {
    QStringList texts;
    for (const auto& chip : filterChips(filter, profile))
        texts << chip.text;
    return texts;
}

/// The chips that are in one filter but not in the other.
QStringList without(QStringList texts, const QStringList& others) {
    for (const auto& other : others)
        texts.removeOne(other);
    return texts;
}

QString filterText(const Filter& before, const Filter& after, const Profile& profile) {
    const auto chipsBefore = chipTexts(before, profile);
    const auto chipsAfter = chipTexts(after, profile);
    const auto added = without(chipsAfter, chipsBefore);
    const auto removed = without(chipsBefore, chipsAfter);
    if (!added.isEmpty() && after.transforms.size() > before.transforms.size())
        return withName(withSmallStart(transformPattern(after.transforms.back())), after.transforms.back());
    if (!added.isEmpty()) return QObject::tr("filter “%1”").arg(added.front());
    if (removed.size() == 1) return QObject::tr("removal of “%1”").arg(removed.front());
    return removed.isEmpty() ? QObject::tr("change of filter") : QObject::tr("removal of filters");
}

QString valueName(ValueTypeIndex value, const Profile& profile) {
    const auto name = profile.samples[value.row()].type.name;
    return plainText(name ? profile.text(name) : std::string_view());
}

} // namespace

QString transformWords(const Transform& transform) {
    return withName(transformPattern(transform), transform);
}

QString changeText(const ViewState& before, const ViewState& after, const Profile& profile) {
    if (before.filter != after.filter) return filterText(before.filter, after.filter, profile);
    if (before.roots != after.roots) return QObject::tr("change of roots");
    if (before.grouping != after.grouping)
        return QObject::tr("group by %1").arg(groupNoun(after.grouping, 1));
    if (before.value != after.value) return QObject::tr("value %1").arg(valueName(after.value, profile));
    if (before.search != after.search)
        return after.search.empty() ? QObject::tr("end of search")
                                    : QObject::tr("search for %1").arg(plainText(after.search));
    if (before == after) return {};
    const auto& zoom = after.zooms[after.zoom];
    return zoom.isEmpty()
               ? QObject::tr("zoom out")
               : QObject::tr("zoom to %1").arg(codeText(zoom.steps.back().name, zoom.steps.back().module));
}

} // namespace candela
