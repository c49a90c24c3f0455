#include "app/window/window_menus.h"

#include "app/window/editor/editor_menu.h"
#include "app/window/main_window.h"
#include "app/window/opening/last_session.h"
#include "app/window/page_tabs.h"
#include "app/window/record/record_page.h"
#include "views/session/time_comparison.h"
#include "views/session/view_history.h"
#include "views/text/plain_text.h"
#include "views/view.h"

#include <QAction>
#include <QClipboard>
#include <QFileInfo>
#include <QGuiApplication>
#include <QMenu>
#include <QMenuBar>
#include <QSettings>

namespace candela {
namespace {

constexpr auto detailsKey = "window/details";

void fillRecent(MainWindow& window, QMenu* menu) {
    menu->clear();
    for (const auto& file : window.recentFiles().files()) {
        const auto path = file.path;
        auto name = plainText(QFileInfo(path).fileName());
        menu->addAction(name.replace('&', "&&"), &window, [&window, path] { window.openFiles({path}); })
            ->setToolTip(plainToolTip(plainText(path)));
    }
    menu->setToolTipsVisible(true);
    if (menu->isEmpty()) menu->addAction(MainWindow::tr("No recent files"))->setEnabled(false);
}

/// The actions on the selected time of the page.
void addTimeComparison(MainWindow& window, QMenu* menu) {
    using With = TimeComparison::With;
    const auto times = [&window]() -> TimeComparison* {
        auto* page = window.pages()->current();
        return page ? page->timeComparison() : nullptr;
    };
    for (const auto with : {With::AnotherRange, With::TheRest}) {
        auto* action = menu->addAction({}, &window, [times, with] {
            if (auto* comparison = times()) comparison->use(with);
        });
        const auto update = [times, action, with] {
            const auto* comparison = times();
            const auto whyNot =
                comparison ? comparison->whyNot(with) : MainWindow::tr("The page shows no capture");
            action->setText(comparison ? comparison->actionText(with) : TimeComparison::firstText(with));
            action->setEnabled(whyNot.isEmpty());
            action->setToolTip(whyNot.isEmpty() ? QString() : plainToolTip(whyNot));
        };
        QObject::connect(menu, &QMenu::aboutToShow, action, update);
        QObject::connect(window.pages(), &PageTabs::currentPageChanged, action, update);
        update();
    }
    menu->setToolTipsVisible(true);
}

void addFileMenu(MainWindow& window) {
    auto* menu = window.menuBar()->addMenu(MainWindow::tr("&File"));
    menu->addAction(MainWindow::tr("&Open…"), QKeySequence::Open, &window, &MainWindow::chooseFiles);
    auto* recent = menu->addMenu(MainWindow::tr("Open &recent"));
    QObject::connect(recent, &QMenu::aboutToShow, &window, [&window, recent] { fillRecent(window, recent); });
    auto* session =
        menu->addAction(MainWindow::tr("Open the last sess&ion"), &window, &MainWindow::openLastSession);
    menu->addAction(MainWindow::tr("&Compare two…"), Qt::CTRL | Qt::SHIFT | Qt::Key_O, &window,
                    &MainWindow::chooseComparison);
    addTimeComparison(window, menu);
    menu->addAction(MainWindow::tr("Open a &series…"), &window, &MainWindow::chooseSeries);
    menu->addSeparator();
    const auto addExport = [&](const QString& title, const QKeySequence& keys, Page::Extent extent) {
        return menu->addAction(title, keys, &window, [&window, extent] { window.exportCurrent(extent); });
    };
    auto* shown =
        addExport(MainWindow::tr("&Export what is shown…"), Qt::CTRL | Qt::Key_E, Page::Extent::Shown);
    auto* whole = addExport(MainWindow::tr("Export the &whole profile…"), Qt::CTRL | Qt::SHIFT | Qt::Key_E,
                            Page::Extent::Whole);
    auto* closed =
        menu->addAction(MainWindow::tr("C&lose"), Qt::CTRL | Qt::Key_W, &window, &MainWindow::closeCurrent);
    menu->addAction(MainWindow::tr("&Quit"), Qt::CTRL | Qt::Key_Q, &window, &QWidget::close);
    const auto update = [&window, session, shown, whole, closed] {
        session->setEnabled(!storedSession().pages.empty());
        auto* page = window.pages()->current();
        shown->setEnabled(page && page->canExport(Page::Extent::Shown));
        whole->setEnabled(page && page->canExport(Page::Extent::Whole));
        closed->setEnabled(window.pages()->currentIndex() > 0);
    };
    QObject::connect(window.pages(), &PageTabs::currentPageChanged, menu, update);
    update();
}

/// "hide memcpy", as part of a menu's text; long names are shortened to keep the menu readable.
QString stepText(const QMenu* menu, const QString& step) {
    constexpr int maximumWidth = 320;
    return menu->fontMetrics().elidedText(step, Qt::ElideMiddle, maximumWidth).replace("&", "&&");
}

void addEditMenu(MainWindow& window) {
    auto* menu = window.menuBar()->addMenu(MainWindow::tr("&Edit"));
    const auto history = [&window]() -> ViewHistory* {
        auto* page = window.pages()->current();
        return page ? page->history() : nullptr;
    };
    auto* undo = menu->addAction(MainWindow::tr("Undo"), Qt::CTRL | Qt::Key_Z, &window, [history] {
        if (auto* steps = history()) steps->undo();
    });
    auto* redo =
        menu->addAction(MainWindow::tr("Redo"), Qt::CTRL | Qt::SHIFT | Qt::Key_Z, &window, [history] {
            if (auto* steps = history()) steps->redo();
        });
    menu->addSeparator();
    auto* copy = menu->addAction(MainWindow::tr("Copy as &command"), Qt::CTRL | Qt::SHIFT | Qt::Key_C,
                                 &window, [&window] {
                                     if (const auto* page = window.pages()->current())
                                         QGuiApplication::clipboard()->setText(page->command());
                                 });
    auto* picture = menu->addAction(MainWindow::tr("Copy the &picture"), Qt::CTRL | Qt::ALT | Qt::Key_C,
                                    &window, [&window] {
                                        auto* page = window.pages()->current();
                                        if (auto* content = page ? page->picture() : nullptr)
                                            QGuiApplication::clipboard()->setPixmap(content->grab());
                                    });
    picture->setToolTip(MainWindow::tr("What the page shows, as a picture for messages and documents"));
    auto* source =
        menu->addAction(MainWindow::tr("Open &source in the editor"), Qt::Key_F4, &window, [&window] {
            if (auto* page = window.pages()->current()) page->openSource();
        });
    const auto update = [&window, menu, history, undo, redo, copy, picture, source] {
        auto* steps = history();
        undo->setEnabled(steps && steps->canUndo());
        undo->setText(steps && steps->canUndo()
                          ? MainWindow::tr("Undo %1").arg(stepText(menu, steps->undoText()))
                          : MainWindow::tr("Undo"));
        redo->setEnabled(steps && steps->canRedo());
        redo->setText(steps && steps->canRedo()
                          ? MainWindow::tr("Redo %1").arg(stepText(menu, steps->redoText()))
                          : MainWindow::tr("Redo"));
        auto* page = window.pages()->current();
        copy->setEnabled(page && page->hasCommand());
        picture->setEnabled(page && page->picture());
        source->setEnabled(page && page->hasSource());
    };
    QObject::connect(window.pages(), &PageTabs::currentPageChanged, menu, update);
    QObject::connect(window.pages(), &PageTabs::currentHistoryChanged, menu, update);
    update();
}

void addRecordMenu(MainWindow& window) {
    auto* menu = window.menuBar()->addMenu(MainWindow::tr("&Record"));
    const auto add = [&](const QString& title, const QKeySequence& keys, RecordingPlan::Scope scope) {
        menu->addAction(title, keys, &window, [&window, scope] { window.showRecordPage(scope); });
    };
    add(MainWindow::tr("This &machine…"), Qt::CTRL | Qt::Key_R, RecordingPlan::Scope::Machine);
    add(MainWindow::tr("&Processes…"), {}, RecordingPlan::Scope::Processes);
    add(MainWindow::tr("A &command…"), {}, RecordingPlan::Scope::Command);
}

/// One choice for all pages, also for those that are opened later and in the next window.
void addDetailsAction(MainWindow& window, QMenu* menu) {
    auto* details = menu->addAction(MainWindow::tr("&Details"));
    details->setShortcut(Qt::Key_F9);
    details->setToolTip(MainWindow::tr("The panel about the selected function"));
    details->setCheckable(true);
    details->setChecked(QSettings().value(detailsKey).toBool());
    const auto update = [&window, details] {
        auto* page = window.pages()->current();
        details->setEnabled(page && page->hasViews());
        if (page) page->showDetails(details->isChecked());
    };
    QObject::connect(details, &QAction::toggled, menu, [update](bool isShown) {
        QSettings().setValue(detailsKey, isShown);
        update();
    });
    QObject::connect(window.pages(), &PageTabs::currentPageChanged, menu, update);
    update();
}

void addIdleAction(MainWindow& window, QMenu* menu) {
    auto* idle = menu->addAction(MainWindow::tr("&Idle time in the timeline"));
    idle->setCheckable(true);
    menu->setToolTipsVisible(true);
    const auto update = [&window, idle] {
        const auto* page = window.pages()->current();
        const auto isShown = page ? page->showsIdle() : std::nullopt;
        idle->setEnabled(isShown.has_value());
        idle->setChecked(isShown.value_or(false));
        idle->setToolTip(isShown ? QString()
                                 : MainWindow::tr("Recordings of a whole machine state its idle time"));
    };
    QObject::connect(idle, &QAction::triggered, &window, [&window](bool isShown) {
        if (auto* page = window.pages()->current()) page->showIdle(isShown);
    });
    QObject::connect(menu, &QMenu::aboutToShow, idle, update);
    QObject::connect(window.pages(), &PageTabs::currentPageChanged, idle, update);
    update();
}

void addViewMenu(MainWindow& window) {
    auto* menu = window.menuBar()->addMenu(MainWindow::tr("&View"));
    QList<QAction*> views;
    int number = 0;
    for (const auto& view : allViews()) {
        if (view.name == "timeline") continue; // always there
        const QKeySequence keys(Qt::CTRL | static_cast<Qt::Key>(Qt::Key_1 + number++));
        views << menu->addAction(titleOf(view), keys, &window, [&window, name = plainText(view.name)] {
            if (auto* page = window.pages()->current()) page->showView(name);
        });
    }
    const auto update = [&window, views] {
        const auto* page = window.pages()->current();
        for (auto* view : views)
            view->setEnabled(page && page->hasViews());
    };
    QObject::connect(window.pages(), &PageTabs::currentPageChanged, menu, update);
    update();
    menu->addSeparator();
    addDetailsAction(window, menu);
    addIdleAction(window, menu);
    // The search box handles Ctrl+F and / itself; it exists exactly when something can be found.
    menu->addAction(MainWindow::tr("&Search"), &window, [&window] {
        if (auto* page = window.pages()->current()) page->focusSearch();
    });
    menu->addSeparator();
    menu->addAction(MainWindow::tr("&Next tab"), Qt::CTRL | Qt::Key_PageDown, &window, [&window] {
        auto* pages = window.pages();
        pages->setCurrentIndex((pages->currentIndex() + 1) % pages->count());
    });
    menu->addAction(MainWindow::tr("&Previous tab"), Qt::CTRL | Qt::Key_PageUp, &window, [&window] {
        auto* pages = window.pages();
        pages->setCurrentIndex((pages->currentIndex() + pages->count() - 1) % pages->count());
    });
}

} // namespace

void addMenus(MainWindow& window) {
    addFileMenu(window);
    addEditMenu(window);
    addRecordMenu(window);
    addViewMenu(window);
    auto* settings = window.menuBar()->addMenu(MainWindow::tr("&Settings"));
    settings->setObjectName(settingsMenuName);
    settings->addMenu(new EditorMenu(&window));
    auto* session = settings->addAction(MainWindow::tr("&Open the last session at start"));
    session->setCheckable(true);
    session->setChecked(opensLastSession());
    QObject::connect(session, &QAction::toggled, settings, &setOpensLastSession);
    auto* help = window.menuBar()->addMenu(MainWindow::tr("&Help"));
    auto* actions = help->addAction(MainWindow::tr("&Keys and actions…"), &window, &MainWindow::showActions);
    actions->setShortcuts(
        {QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    help->addAction(MainWindow::tr("&About Candela"), &window, &MainWindow::showAbout);
}

} // namespace candela
