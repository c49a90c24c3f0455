#include "views/filter/context_menus.h"

#include "views/filter/function_actions.h"
#include "views/session/call_node_text.h"
#include "views/text/plain_text.h"
#include "views/text/short_names.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace candela {

namespace {

void copyText(const QString& text) {
    QGuiApplication::clipboard()->setText(text);
}

/// Long names are shortened as those of boxes are, or else in the middle, so that a menu's line stays
/// readable and has the function's own name.
QString quoted(const QWidget* widget, const QString& name) {
    constexpr int width = 320;
    const auto metrics = widget->fontMetrics();
    auto text = fittingName(name, metrics, width);
    if (text.endsWith("…")) text = metrics.elidedText(name, Qt::ElideMiddle, width); // no form is as short
    return QObject::tr("“%1”").arg(text.replace("&", "&&"));
}

void addActions(QMenu* menu, Session& session, const std::vector<FunctionAction>& actions) {
    menu->setToolTipsVisible(true);
    for (const auto& possible : actions) {
        const auto name = possible.name.isEmpty() ? QString() : quoted(menu, possible.name);
        auto* action = menu->addAction(possible.text(name));
        action->setShortcut(possible.keys);
        action->setShortcutVisibleInContextMenu(true);
        action->setEnabled(bool(possible.run));
        if (!possible.whyNot.isEmpty()) action->setToolTip(possible.whyNot);
        if (possible.run) QObject::connect(action, &QAction::triggered, &session, possible.run);
    }
}

} // namespace

QMenu* callNodeMenu(Session& session, CallTree& tree, CallNodeIndex node, CallNodeView shownIn,
                    QWidget* parent) {
    auto* menu = new QMenu(parent);
    const auto path = callPath(tree, node);
    if (shownIn == CallNodeView::Boxes) {
        menu->addAction(QObject::tr("Zoom to this box"), &session, [&session, path] {
            session.setZoom(path);
            session.requestView("flamegraph");
        });
        auto* out = menu->addAction(QObject::tr("Zoom out"), &session, [&session] { session.setZoom({}); });
        out->setEnabled(!session.zoom().isEmpty());
        menu->addSeparator();
    }
    addActions(menu, session, callNodeActions(session, tree, node));
    menu->addSeparator();
    const auto name = groupName(tree.groups(), tree.group(node));
    menu->addAction(QObject::tr("Copy name"), menu, [name] { copyText(name); });
    QStringList lines;
    for (const auto& line : path.names())
        lines << plainText(line);
    menu->addAction(QObject::tr("Copy stack"), menu, [lines] { copyText(lines.join("\n")); });
    menu->addSeparator();
    const auto selection = selectionOf(tree, node);
    const auto addView = [&](const QString& title, const char* view) {
        menu->addAction(title, &session, [&session, selection, view] { session.showIn(view, selection); });
    };
    if (shownIn == CallNodeView::Boxes) {
        addView(QObject::tr("Show in call tree"), "calltree");
    } else {
        addView(QObject::tr("Show in flame graph"), "flamegraph");
        menu->addAction(QObject::tr("Zoom to it in the flame graph"), &session, [&session, selection, path] {
            session.setZoom(path);
            session.showIn("flamegraph", selection);
        });
    }
    addView(QObject::tr("Show in functions"), "functions");
    return menu;
}

QMenu* groupMenu(Session& session, const FrameGroups& groups, FrameGroupIndex group, QWidget* parent) {
    auto* menu = new QMenu(parent);
    addActions(menu, session, functionActions(session, groups, group));
    menu->addSeparator();
    const auto name = groupName(groups, group);
    menu->addAction(QObject::tr("Copy name"), menu, [name] { copyText(name); });
    menu->addAction(QObject::tr("Search for it everywhere"), &session,
                    [&session, exact = groups[group].name] {
                        session.setSearchForName(exact);
                        session.requestView("flamegraph");
                    });
    return menu;
}

} // namespace candela
