#include "views/session/compared_choices.h"

#include "views/text/plain_text.h"
#include "views/text/root_text.h"

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

QString normalizeStep(Normalize normalize) {
    switch (normalize) {
    case Normalize::Share:
        return QObject::tr("comparison of shares");
    case Normalize::None:
        return QObject::tr("comparison of weights");
    case Normalize::Duration:
        return QObject::tr("comparison per second");
    case Normalize::CpuTime:
    case Normalize::Work:
        break; // only the command line has them
    }
    return QObject::tr("choice of the comparison");
}

QString listedStep(ListedVerdicts listed) {
    switch (listed) {
    case ListedVerdicts::All:
        break;
    case ListedVerdicts::Changed:
        return QObject::tr("list of changed rows");
    case ListedVerdicts::Same:
        return QObject::tr("list of same rows");
    case ListedVerdicts::Unknown:
        return QObject::tr("list of unknown rows");
    }
    return QObject::tr("list of all rows");
}

} // namespace

QString changeText(const ComparedChoice& before, const ComparedChoice& after) {
    // A new link replaces those that contradict it, so that what was added names the step.
    if (const auto* link = addedLink(before.links, after.links)) return addedText(*link);
    if (before.links != after.links) return QObject::tr("change of links");
    for (const auto& name : after.pins)
        if (!before.pins.contains(name)) return QObject::tr("pin %1").arg(codeText(name));
    for (const auto& name : before.pins)
        if (!after.pins.contains(name)) return QObject::tr("unpin %1").arg(codeText(name));
    if (before.normalize != after.normalize)
        return after.normalize ? normalizeStep(*after.normalize) : QObject::tr("choice of the comparison");
    if (before.listed != after.listed) return listedStep(after.listed);
    if (before.width != after.width) return QObject::tr("change of widths");
    if (before.weights != after.weights)
        return after.weights == ListedWeights::Self ? QObject::tr("choice of self weights")
                                                    : QObject::tr("choice of total weights");
    return {};
}

void ComparedChoices::setState(const State& state) {
    const auto before = std::exchange(m_state, state);
    const auto now = m_state; // signals may set another state
    if (before->links != now->links) emit linksChanged();
    if (before->pins != now->pins) emit pinsChanged();
    if (before->normalize != now->normalize) emit normalizeChanged();
    if (before->listed != now->listed) emit listedChanged();
    if (before->width != now->width) emit widthChanged();
    if (before->weights != now->weights) emit weightsChanged();
}

template<typename Member, typename Value>
void ComparedChoices::set(Member ComparedChoice::*member, Value value) {
    if ((*m_state).*member == value) return;
    auto changed = *m_state;
    changed.*member = std::move(value);
    setState(std::make_shared<const ComparedChoice>(std::move(changed)));
}

void ComparedChoices::setLinks(HandLinks links) {
    set(&ComparedChoice::links, std::move(links));
}

void ComparedChoices::setPins(std::set<std::string> pins) {
    set(&ComparedChoice::pins, std::move(pins));
}

void ComparedChoices::setNormalize(Normalize normalize) {
    set(&ComparedChoice::normalize, std::optional(normalize));
}

void ComparedChoices::setListed(ListedVerdicts listed) {
    set(&ComparedChoice::listed, listed);
}

void ComparedChoices::setWidth(DifferenceWidth width) {
    set(&ComparedChoice::width, width);
}

void ComparedChoices::setWeights(ListedWeights weights) {
    set(&ComparedChoice::weights, weights);
}

} // namespace candela

#include "moc_compared_choices.cpp"
