/// Does everything that a window offers on a capture, with keys and mouse as users do, and measures how long
/// the event loop stands still: the actions of all menus, those of the selected function, the keys of the
/// table of views' keys, buttons, choices and headers, pointer and wheel.
#pragma once

#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "app/window/main_window.h"
#include "app/window/page_tabs.h"
#include "app/window/widgets/action_finder.h"
#include "tests/app/window/loop_watch.h"
#include "views/filter/filter_bar.h"
#include "views/timeline/timeline_view.h"
#include "views/view.h"

#include <QAbstractButton>
#include <QAbstractItemView>
#include <QAbstractScrollArea>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QElapsedTimer>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QTest>
#include <QThreadPool>
#include <QWheelEvent>

#include <algorithm>

namespace candela {

struct WalkedAction {
    QString where, name;
    LoopPause pause = {};
    bool hasEnded = false; ///< all work that it started has ended
};

class ActionWalk {
public:
    /// The page is a tab of the window; both are visible.
    ActionWalk(MainWindow& window, CapturePage& page) : m_window(window), m_page(page) {
        QObject::connect(&m_closing, &QTimer::timeout, &m_closing, [] {
            if (auto* popup = QApplication::activePopupWidget()) popup->close();
            if (auto* dialog = QApplication::activeModalWidget()) dialog->close();
        });
        m_closing.start(10);
        comeToRest();
        m_state = session().viewState();
        const auto& shown = session().shown();
        for (const auto& row : *shown.functions)
            if (!shown.groups().isRoot(row.group) && m_function.empty())
                m_function = shown.groups()[row.group].name;
        restore();
    }

    std::vector<WalkedAction> walk() {
        walkMenus();
        walkFunction();
        walkSearch();
        walkControls("Filter", *m_page.captureView()->filterBar());
        for (const auto& known : allViews()) {
            m_view = QString::fromUtf8(known.name.data(), qsizetype(known.name.size()));
            const auto title = titleOf(known);
            walkKeys(title);
            walkControls(title, *view());
            walkPointer(title);
        }
        return std::move(m_walked);
    }
    /// Rows of the table of keys that this class does not understand.
    const QStringList& unknownKeys() const { return m_unknownKeys; }
    /// Does one thing and waits for its end.
    void measure(const QString& where, const QString& name, const std::function<void()>& act) {
        m_watch.start();
        act();
        const bool hasEnded = comeToRest();
        m_walked.push_back({where, name, m_watch.stop(), hasEnded});
        restore();
    }

private:
    struct Input {
        Qt::KeyboardModifiers modifiers;
        int key = 0; ///< 0: the wheel
    };

    Session& session() const { return m_page.session(); }

    /// Whether all work ended. Results of one job start others, so it has to be quiet for a while.
    bool comeToRest() const {
        constexpr int quietTime = 75; // ms, longer than views wait for the end of a drag
        QElapsedTimer quiet;
        quiet.start();
        const auto isAtRest = [&] {
            const bool isBusy = QThreadPool::globalInstance()->activeThreadCount() > 0 ||
                                session().isBusy() || QApplication::activeModalWidget();
            if (isBusy) quiet.restart();
            return quiet.hasExpired(quietTime);
        };
        return QTest::qWaitFor(isAtRest, 120'000);
    }
    /// The same state before each action.
    void restore() {
        const bool isOther = session().viewState() != m_state ||
                             session().selected().function != m_function ||
                             m_window.pages()->current() != &m_page;
        m_window.pages()->setCurrentWidget(&m_page);
        if (session().viewState() != m_state) session().setViewState(m_state);
        session().setSelected({m_function, {}});
        if (!m_view.isEmpty() && m_view != "timeline") m_page.showView(m_view);
        m_window.activateWindow();
        if (isOther) comeToRest();
        focus();
    }
    QWidget* view() const {
        if (m_view == "timeline") return m_page.captureView()->findChild<TimelineView*>();
        return m_page.captureView()->view();
    }
    void focus() const {
        if (m_view == "timeline")
            m_page.captureView()->findChild<TimelineView*>()->canvas()->setFocus();
        else
            m_page.captureView()->focusView();
    }

    void walkMenus() {
        // The menus are filled when they are opened: an action may exist no more when its turn comes.
        const auto count = menuActions(*m_window.menuBar()).size();
        for (std::size_t row = 0; row < count; ++row) {
            const auto actions = menuActions(*m_window.menuBar());
            if (row >= actions.size() || !actions[row].run) continue;
            const auto& action = actions[row];
            if (action.name == MainWindow::tr("&Quit").remove('&') ||
                action.name == MainWindow::tr("C&lose").remove('&'))
                continue; // these end the walk
            measure(action.where, action.name, action.run);
        }
    }
    void walkFunction() {
        const auto count = m_page.functionActions().size();
        for (std::size_t row = 0; row < count; ++row) {
            const auto actions = m_page.functionActions();
            if (row < actions.size() && actions[row].run)
                measure("Selected function", actions[row].title, actions[row].run);
        }
    }
    void walkSearch() {
        auto* edit = m_page.captureView()->filterBar()->searchBox();
        const auto type = [&](const QString& text) {
            edit->setFocus();
            QTest::keyClicks(edit, text);
        };
        measure("Search", "one letter", [&] { type("s"); });
        measure("Search", "a word", [&] { type("step1"); });
        for (const auto modifiers : {Qt::NoModifier, Qt::ShiftModifier})
            measure("Search", modifiers ? "previous match" : "next match", [&] {
                type("step1");
                comeToRest();
                QTest::keyClick(edit, Qt::Key_Return, modifiers);
            });
    }

    /// The keys of the table's rows of this view, and those that every table and tree of Qt has.
    void walkKeys(const QString& title) {
        for (const auto& row : viewKeys()) {
            if (row.where != title) continue;
            for (const auto& part : row.keys.split(", ")) {
                const auto inputs = inputsOf(part);
                if (inputs.empty()) m_unknownKeys << row.where + ": " + part;
                for (const auto& input : inputs)
                    measure(title, row.name + " (" + part + ")", [&] { give(input); });
            }
        }
        if (!qobject_cast<QAbstractItemView*>(m_window.focusWidget())) return;
        for (const auto* keys : {"Down", "PgDown", "End", "Home", "Right", "Left", "*", "Ctrl+A", "Ctrl+C"})
            for (const auto& input : inputsOf(keys))
                measure(title, keys, [&] { give(input); });
        measure(title, "all rows copied", [&] {
            give({Qt::ControlModifier, Qt::Key_A});
            give({Qt::ControlModifier, Qt::Key_C});
        });
    }
    static std::vector<Input> inputsOf(const QString& part) {
        if (part.endsWith("wheel"))
            return {{part.startsWith("Ctrl") ? Qt::ControlModifier : Qt::NoModifier, 0}};
        if (part.endsWith("arrows", Qt::CaseInsensitive)) {
            const Qt::KeyboardModifiers held = part.startsWith("Shift") ? Qt::ShiftModifier : Qt::NoModifier;
            return {{held, Qt::Key_Left}, {held, Qt::Key_Right}, {held, Qt::Key_Up}, {held, Qt::Key_Down}};
        }
        auto text = part;
        text.replace("−", "-").replace("Enter", "Return");
        const QKeySequence keys(text);
        if (keys.isEmpty() || keys[0].key() == Qt::Key_unknown) return {};
        return {{keys[0].keyboardModifiers(), keys[0].key()}};
    }
    void give(const Input& input) {
        if (input.key == 0) return turnWheel(input.modifiers, 1);
        if (auto* focused = m_window.focusWidget())
            QTest::keyClick(focused, static_cast<Qt::Key>(input.key), input.modifiers);
    }

    /// The parts of the view that can be pressed or chosen, and what is in the menus that they open.
    void walkControls(const QString& title, const QWidget& part) {
        for (const auto& button : visible<QAbstractButton>(part)) {
            if (!button || !button->isEnabled()) continue;
            const auto name = button->text().isEmpty() ? button->accessibleName() : button->text();
            std::vector<QPointer<QAction>> opened;
            measure(title, "button " + name, [&] {
                QTest::mouseClick(button, Qt::LeftButton);
                if (const auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget()))
                    addLeaves(*menu, opened);
            });
            for (const auto& action : opened)
                if (action && action->isEnabled())
                    measure(title, "button " + name + ", " + action->text(), [&] { action->trigger(); });
        }
        for (const auto& box : visible<QComboBox>(part))
            for (int row = 0; box && row < box->count(); ++row)
                measure(title, "choice " + box->itemText(row), [&] {
                    box->setCurrentIndex(row);
                    emit box->activated(row);
                });
        for (const auto& header : visible<QHeaderView>(part))
            for (int section = 0; header && section < header->count(); ++section) {
                if (header->isSectionHidden(section) || header->orientation() == Qt::Vertical) continue;
                const QPoint position(header->sectionViewportPosition(section) + 5, header->height() / 2);
                const auto text = header->model()->headerData(section, Qt::Horizontal).toString();
                measure(title, "header " + text,
                        [&] { QTest::mouseClick(header->viewport(), Qt::LeftButton, {}, position); });
            }
    }
    static void addLeaves(const QMenu& menu, std::vector<QPointer<QAction>>& leaves) {
        for (auto* action : menu.actions()) {
            if (action->isSeparator()) continue;
            if (action->menu())
                addLeaves(*action->menu(), leaves);
            else
                leaves.emplace_back(action);
        }
    }
    template<typename Wanted>
    std::vector<QPointer<Wanted>> visible(const QWidget& part) const {
        std::vector<QPointer<Wanted>> found;
        for (auto* widget : part.findChildren<Wanted*>())
            if (widget->isVisible()) found.emplace_back(widget);
        return found;
    }

    void walkPointer(const QString& title) {
        measure(title, "pointer moves", [&] {
            for (int step = 0; step < 20; ++step)
                QTest::mouseMove(canvas(), at(0.05 + 0.045 * step, 0.05 + 0.045 * step));
        });
        for (const int turns : {5, -5})
            for (const auto modifiers : {Qt::NoModifier, Qt::ControlModifier, Qt::ShiftModifier})
                measure(title, QString("wheel %1 %2").arg(turns).arg(static_cast<int>(modifiers) >> 25),
                        [&] { turnWheel(modifiers, turns); });
        measure(title, "click", [&] { QTest::mouseClick(canvas(), Qt::LeftButton, {}, at(0.5, 0.3)); });
        measure(title, "double click",
                [&] { QTest::mouseDClick(canvas(), Qt::LeftButton, {}, at(0.5, 0.3)); });
        measure(title, "drag", [&] { drag(at(0.3, 0.3), at(0.7, 0.5)); });
        measure(title, "menu", [&] {
            QContextMenuEvent wanted(QContextMenuEvent::Mouse, at(0.5, 0.3),
                                     canvas()->mapToGlobal(at(0.5, 0.3)));
            QApplication::sendEvent(canvas(), &wanted);
        });
    }
    QWidget* canvas() const {
        auto* focused = m_window.focusWidget();
        auto* area = qobject_cast<QAbstractScrollArea*>(focused);
        return area ? area->viewport() : focused ? focused : view();
    }
    QPoint at(double x, double y) const {
        return {static_cast<int>(canvas()->width() * x), static_cast<int>(canvas()->height() * y)};
    }
    void turnWheel(Qt::KeyboardModifiers modifiers, int turns) const {
        const auto position = at(0.5, 0.3);
        for (int turn = 0; turn < std::abs(turns); ++turn) {
            QWheelEvent event(position, canvas()->mapToGlobal(position), {}, {0, turns > 0 ? 120 : -120},
                              Qt::NoButton, modifiers, Qt::NoScrollPhase, false);
            QApplication::sendEvent(canvas(), &event);
            QCoreApplication::processEvents();
        }
    }
    void drag(const QPoint& from, const QPoint& to) const {
        const auto send = [&](QEvent::Type type, const QPoint& position, Qt::MouseButton button,
                              Qt::MouseButtons held) {
            QMouseEvent event(type, position, canvas()->mapToGlobal(position), button, held, {});
            QApplication::sendEvent(canvas(), &event);
            QCoreApplication::processEvents();
        };
        send(QEvent::MouseButtonPress, from, Qt::LeftButton, Qt::LeftButton);
        for (int step = 1; step <= 20; ++step)
            send(QEvent::MouseMove, from + (to - from) * step / 20, Qt::NoButton, Qt::LeftButton);
        send(QEvent::MouseButtonRelease, to, Qt::LeftButton, Qt::NoButton);
    }

    MainWindow& m_window;
    CapturePage& m_page;
    LoopWatch m_watch;
    QTimer m_closing; ///< closes dialogs and menus that actions open
    ViewState m_state;
    std::string m_function; ///< with the largest weight
    QString m_view;
    std::vector<WalkedAction> m_walked;
    QStringList m_unknownKeys;
};

} // namespace candela
