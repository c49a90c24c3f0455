#include "views/filter/context_menus.h"

#include "views/session/call_node_text.h"
#include "views/text/plain_text.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QMenu>

namespace candela {

namespace {

void copyText(const QString& text) {
    QGuiApplication::clipboard()->setText(text);
}

/// A menu's line stays readable: long names are cut in the middle.
QString quoted(const QWidget* widget, const QString& name) {
    auto text = widget->fontMetrics().elidedText(name, Qt::ElideMiddle, 320);
    return "“" + text.replace("&", "&&") + "”";
}

void addFilters(QMenu* menu, Session& session, const FrameGroups& groups, FrameGroupIndex group) {
    const auto name = groups[group].name;
    const bool isFunction = bool(groups[group].function); // no root has one
    const auto text = quoted(menu, plainText(name));
    auto* focus = menu->addAction(QObject::tr("Focus on %1").arg(text), &session,
                                  [&session, name] { session.focusOn(name); });
    auto* ignore = menu->addAction(QObject::tr("Ignore %1").arg(text), &session,
                                   [&session, name] { session.ignore(name); });
    focus->setEnabled(isFunction);
    ignore->setEnabled(isFunction);
}

} // namespace

QMenu* callNodeMenu(Session& session, CallTree& tree, CallNodeIndex node, QWidget* parent) {
    auto* menu = new QMenu(parent);
    const auto path = callPath(tree, node);
    menu->addAction(QObject::tr("Zoom to this box"), &session, [&session, path] {
        session.setZoom(path);
        session.requestView("flamegraph");
    });
    auto* out = menu->addAction(QObject::tr("Zoom out"), &session, [&session] { session.setZoom({}); });
    out->setEnabled(!session.zoom().isEmpty());
    menu->addSeparator();
    addFilters(menu, session, tree.groups(), tree.group(node));
    menu->addSeparator();
    const auto name = groupName(tree.groups(), tree.group(node));
    menu->addAction(QObject::tr("Copy name"), menu, [name] { copyText(name); });
    QStringList lines;
    for (const auto& line : path.names())
        lines << plainText(line);
    menu->addAction(QObject::tr("Copy stack"), menu, [lines] { copyText(lines.join("\n")); });
    menu->addSeparator();
    const auto selection = selectionOf(tree, node);
    for (const auto& [title, view] : {std::pair(QObject::tr("Show in call tree"), "calltree"),
                                      {QObject::tr("Show in functions"), "functions"}})
        menu->addAction(title, &session,
                        [&session, selection, view = view] { session.showIn(view, selection); });
    return menu;
}

QMenu* groupMenu(Session& session, const FrameGroups& groups, FrameGroupIndex group, QWidget* parent) {
    auto* menu = new QMenu(parent);
    addFilters(menu, session, groups, group);
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
