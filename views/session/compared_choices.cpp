#include "views/session/compared_choices.h"

#include "views/text/plain_text.h"

#include <algorithm>
#include <utility>

namespace candela {

namespace {

/// The first link that only one of the two lists has; null if there is none.
const HandLink* addedLink(const HandLinks& before, const HandLinks& after) {
    const auto found = std::ranges::find_if(
        after, [&](const HandLink& link) { return std::ranges::find(before, link) == before.end(); });
    return found == after.end() ? nullptr : &*found;
}

QString addedText(const HandLink& link) {
    const auto text = link.kind == HandLinkKind::Link ? QObject::tr("link of %1 with %2")
                                                      : QObject::tr("separation of %1 and %2");
    return text.arg(plainText(link.base), plainText(link.newName));
}

} // namespace

QString changeText(const ComparedChoice& before, const ComparedChoice& after) {
    // A new link replaces those that contradict it, so that what was added names the step.
    if (const auto* link = addedLink(before.links, after.links)) return addedText(*link);
    if (before.links != after.links) return QObject::tr("change of links");
    for (const auto& name : after.pins)
        if (!before.pins.contains(name)) return QObject::tr("pin %1").arg(plainText(name));
    for (const auto& name : before.pins)
        if (!after.pins.contains(name)) return QObject::tr("unpin %1").arg(plainText(name));
    return {};
}

void ComparedChoices::setState(const State& state) {
    const auto before = std::exchange(m_state, state);
    if (before->links != m_state->links) emit linksChanged();
    if (before->pins != m_state->pins) emit pinsChanged();
}

void ComparedChoices::setLinks(HandLinks links) {
    if (links != m_state->links)
        setState(std::make_shared<const ComparedChoice>(ComparedChoice{std::move(links), pins()}));
}

void ComparedChoices::setPins(std::set<std::string> pins) {
    if (pins != m_state->pins)
        setState(std::make_shared<const ComparedChoice>(ComparedChoice{links(), std::move(pins)}));
}

} // namespace candela
