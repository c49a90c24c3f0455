#include "views/comparison/link_actions.h"

#include "views/comparison/comparison_session.h"
#include "views/text/plain_text.h"

#include <QMenu>
#include <QSettings>

namespace candela {

namespace {

const QString linksKey = QStringLiteral("comparison/links");
/// The oldest are forgotten.
constexpr std::size_t maximumLinks = 1000;

} // namespace

LinkActions::LinkActions(ComparisonSession& session, QObject* parent) : QObject(parent), m_session(session) {
    if (auto links = handLinksFromText(QSettings().value(linksKey).toString().toStdString()))
        m_session.setLinks(std::move(*links));
}

void LinkActions::add(const HandLink& link) {
    auto links = m_session.links();
    addHandLink(links, link);
    if (links.size() > maximumLinks) links.erase(links.begin());
    QSettings().setValue(linksKey, QString::fromStdString(handLinksText(links)));
    m_session.setLinks(std::move(links));
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
                                        m_base.clear();
                                        m_newName.clear();
                                    });
        join->setObjectName("link");
    }
    auto* remember =
        menu.addAction(tr("Link with a function of the other side…"), this, [this, base, newName] {
            m_base = base;
            m_newName = newName;
        });
    remember->setObjectName("remember");
}

} // namespace candela
