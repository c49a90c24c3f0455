#include "views/session/stack_mark.h"

#include "model/analysis/call_tree/stacks_with.h"
#include "views/session/call_node_text.h"
#include "views/session/session.h"
#include "views/text/short_text.h"

#include <QObject>

namespace candela {

RowMask StackMark::stacks(const CallTreeShape& shape) const {
    std::vector<bool> groups(shape.groups->size());
    if (selected)
        groups[selected.row()] = true;
    else
        groups = matches->groups;
    groups.resize(shape.groups->size()); // matches may be of an earlier snapshot
    return stacksWith(groups, shape);
}

QString StackMark::name(const FrameGroups& groups) const {
    return selected ? groupName(groups, selected) : QObject::tr("matches");
}

QString StackMark::shortName(const FrameGroups& groups) const {
    constexpr qsizetype maximumLetters = 40;
    return shortText(name(groups), maximumLetters);
}

StackMark selectionMark(const Session& session) {
    const auto& shown = session.shown();
    if (shown.isEmpty() || session.selected().isEmpty()) return {};
    const auto& groups = *shown.shape->groups;
    const auto group = groupOf(groups, session.selected());
    return {group && !groups.isRoot(group) ? group : FrameGroupIndex(), nullptr};
}

StackMark searchMark(const Session& session) {
    const auto& matches = session.shown().matches;
    return {{}, matches && matches->isActive() ? matches : nullptr};
}

} // namespace candela
