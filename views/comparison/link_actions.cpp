#include "views/comparison/link_actions.h"

#include "model/comparison/kept_links.h"
#include "model/comparison/matching/named_functions.h"
#include "views/comparison/comparison_session.h"
#include "views/text/plain_text.h"

#include <QMenu>
#include <QSettings>
#include <QToolButton>

#include <algorithm>

namespace candela {

namespace {

const QString linksKey = QStringLiteral("comparison/links");

/// As they are now: another tab or window may have changed them.
KeptLinks keptLinks(QSettings& settings) {
    settings.sync();
    return KeptLinks::fromText(settings.value(linksKey).toString().toStdString());
}

} // namespace

LinkActions::LinkActions(ComparisonSession& session, QObject* parent) : QObject(parent), m_session(session) {
    connect(&session, &ComparisonSession::programsChanged, this, &LinkActions::load);
    // Undo changes them too.
    connect(&session.choices(), &ComparedChoices::linksChanged, this, &LinkActions::keep);
    load();
}

void LinkActions::load() {
    QSettings settings;
    m_kept = keptLinks(settings).linksOf(m_session.basePrograms(), m_session.newPrograms());
    m_session.choices().setLinks(m_kept);
}

void LinkActions::keep() {
    const auto& links = m_session.choices().links();
    if (links == m_kept) return;
    QSettings settings;
    auto kept = keptLinks(settings);
    kept.change(m_session.basePrograms(), m_session.newPrograms(), m_kept, links);
    settings.setValue(linksKey, QString::fromStdString(kept.text()));
    m_kept = links;
}

/// Replaces what contradicts it here. Links of functions that this comparison does not have are of another
/// one, which still needs them.
void LinkActions::add(const HandLink& link) {
    const auto& comparison = m_session.comparison();
    if (!comparison) return;
    const auto here =
        linksWithin(m_session.choices().links(), *comparison->base.groups, *comparison->newSide.groups);
    auto remaining = here;
    addHandLink(remaining, link);
    const auto isIn = [](const HandLinks& list, const HandLink& known) {
        return std::ranges::find(list, known) != list.end();
    };
    auto links = m_session.choices().links();
    std::erase_if(links, [&](const HandLink& known) { return isIn(here, known) && !isIn(remaining, known); });
    links.insert(links.begin(), link);
    m_session.choices().setLinks(std::move(links));
}

QWidget* LinkActions::createCue(QWidget* parent) {
    m_cue = new QToolButton(parent);
    m_cue->setObjectName("waiting");
    m_cue->setFocusPolicy(Qt::TabFocus);
    connect(m_cue, &QToolButton::clicked, this, [this] { remember({}, {}); });
    updateCue();
    return m_cue;
}

void LinkActions::remember(const std::string& base, const std::string& newName) {
    m_base = base;
    m_newName = newName;
    updateCue();
}

void LinkActions::updateCue() {
    if (!m_cue) return;
    const bool isBase = !m_base.empty();
    const auto name = plainText(isBase ? m_base : m_newName);
    constexpr int maximumLetters = 40;
    const auto shown = m_cue->fontMetrics().elidedText(
        name, Qt::ElideMiddle, maximumLetters * m_cue->fontMetrics().averageCharWidth());
    const auto text =
        isBase ? tr("%1 waits for its function in new  ✕") : tr("%1 waits for its function in base  ✕");
    m_cue->setText(text.arg(shown).replace('&', "&&"));
    m_cue->setAccessibleName(text.arg(name));
    m_cue->setToolTip(plainToolTip(name + "\n" +
                                   tr("Choose the other function in the table: its menu links the two. A "
                                      "click here forgets this one.")));
    m_cue->setVisible(!name.isEmpty());
}

void LinkActions::addTo(QMenu& menu, const ComparisonRow& row) {
    const auto& comparison = m_session.comparison();
    if (!comparison) return;
    const auto nameIn = [](const ComparisonSide& side, FrameGroupIndex group) {
        return group ? (*side.groups)[group].name : std::string();
    };
    const auto base = nameIn(comparison->base, row.base), newName = nameIn(comparison->newSide, row.newGroup);
    menu.addSeparator();
    if (row.base && row.newGroup) {
        auto* unlink = menu.addAction(tr("Not the same function"), this, [this, base, newName] {
            add({HandLinkKind::Unlink, base, newName});
        });
        unlink->setObjectName("unlink");
        return;
    }
    const auto& waiting = row.base ? m_newName : m_base;
    if (!waiting.empty()) {
        const HandLink link{HandLinkKind::Link, row.base ? base : waiting, row.base ? waiting : newName};
        auto* join = menu.addAction(tr("Same function as %1").arg(plainText(waiting).replace('&', "&&")),
                                    this, [this, link] {
                                        add(link);
                                        remember({}, {});
                                    });
        join->setObjectName("link");
    }
    menu.addAction(tr("Link with a function of the other side…"), this,
                   [this, base, newName] { remember(base, newName); })
        ->setObjectName("remember");
}

} // namespace candela

#include "moc_link_actions.cpp"
