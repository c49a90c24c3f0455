/// The menu of labels, opened with the mouse from the bar of filters.
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/filter/filter_bar.h"
#include "views/session/session.h"

#include <QApplication>
#include <QMenu>
#include <QScreen>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <string>

using namespace candela;

namespace {

constexpr int routes = 60; // more than a menu lists

/// Each sample has a route of its own.
std::shared_ptr<const Profile> routedProfile() {
    ProfileBuilder builder;
    const auto value = builder.valueType("requests", "count");
    const auto serve = builder.stack({}, builder.frame({.function = builder.function({
                                                            .name = builder.string("serve"),
                                                            .rawName = {},
                                                            .file = {},
                                                            .startLine = 0,
                                                            .mapping = {},
                                                        }),
                                                        .mapping = {},
                                                        .address = 0,
                                                        .line = 0,
                                                        .inlineDepth = 0,
                                                        .kind = FrameKind::User}));
    for (int route = 0; route < routes; ++route) {
        const auto name = "/customers/orders/invoices/" + std::to_string(route);
        builder.addSample(value, {.stack = serve,
                                  .weight = 1,
                                  .time = noTime,
                                  .thread = {},
                                  .cpu = -1,
                                  .labels = builder.labelSet({builder.textLabel("http.route", name)})});
    }
    return std::make_shared<const Profile>(builder.build());
}

QAction* entry(const QMenu* menu, const QString& text) {
    for (auto* action : menu->actions())
        if (action->text() == text) return action;
    return nullptr;
}

/// Moves the mouse to the entry, as on the way to its click.
void click(QMenu* menu, QAction* action) {
    const auto at = menu->actionGeometry(action).center();
    QTest::mouseMove(menu, at);
    QTest::mouseClick(menu, Qt::LeftButton, {}, at);
}

bool isOnScreen(const QMenu* menu) {
    return menu->screen()->availableGeometry().contains(menu->frameGeometry());
}

/// The bar of a session in a window of its own.
struct ShownBar {
    explicit ShownBar(const QPoint& at) {
        session.setProfile(routedProfile());
        bar.resize(420, 40);
        bar.move(at);
        bar.show();
        settle();
    }
    /// Opens the menu of the filter, and in it that of labels.
    QMenu* openLabels() {
        auto* add = bar.findChild<QToolButton*>();
        QTest::mouseClick(add, Qt::LeftButton);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        if (!menu) return nullptr;
        auto* label = entry(menu, "Label");
        click(menu, label);
        return label->menu();
    }

    Session session;
    FilterBar bar{session};
};

QPoint corner(int right, int bottom) {
    return QGuiApplication::primaryScreen()->availableGeometry().bottomRight() - QPoint(right, bottom);
}

} // namespace

class LabelMenuTest : public QObject {
    Q_OBJECT
private slots:
    void cleanup() {
        while (auto* menu = QApplication::activePopupWidget())
            menu->close();
    }

    void labelsAreListedWhenTheyArrive() {
        ShownBar shown({20, 20});
        auto* labels = shown.openLabels();
        QVERIFY(labels);
        QTRY_VERIFY(labels->isVisible());
        QTRY_VERIFY(entry(labels, "http.route"));
        QVERIFY(!entry(labels, "Reading labels…"));
        auto* key = entry(labels, "http.route");
        auto* values = key->menu();
        bool isReading = false; // when it opens: its values arrive with a later event
        connect(values, &QMenu::aboutToShow, values, [&isReading, values] {
            isReading = entry(values, "Reading labels…") && !entry(values, "/customers/orders/invoices/0");
        });
        click(labels, key);
        QTRY_VERIFY(values->isVisible());
        QVERIFY(isReading);
        QTRY_VERIFY(entry(values, "/customers/orders/invoices/0"));
        QVERIFY(!entry(values, "Reading labels…"));
        QVERIFY(entry(values, "35 more: see Labels"));
        click(values, entry(values, "/customers/orders/invoices/10"));
        settle();
        QCOMPARE(shown.bar.chipTexts(), QStringList{"http.route = /customers/orders/invoices/10"});
        QCOMPARE(shown.session.shown().weights->samples, std::size_t(1));
    }

    void keysSelectTheFirstLabelAndOpenNoMenuByThemselves() {
        ShownBar shown({20, 20});
        QTest::mouseClick(shown.bar.findChild<QToolButton*>(), Qt::LeftButton);
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        auto* label = entry(menu, "Label");
        for (int step = 0; step < menu->actions().size() && menu->activeAction() != label; ++step)
            QTest::keyClick(menu, Qt::Key_Down);
        QTest::keyClick(menu, Qt::Key_Right);
        auto* labels = label->menu();
        QTRY_VERIFY(labels->isVisible() && entry(labels, "http.route"));
        auto* key = entry(labels, "http.route");
        QCOMPARE(labels->activeAction(), key);
        QVERIFY(!key->menu()->isVisible());
        QTest::keyClick(labels, Qt::Key_Right);
        auto* values = key->menu();
        QTRY_VERIFY(values->isVisible() && entry(values, "/customers/orders/invoices/0"));
        QCOMPARE(values->activeAction(), entry(values, "Pattern…"));
        QTest::keyClick(values, Qt::Key_Down);
        QTest::keyClick(values, Qt::Key_Return);
        settle();
        QCOMPARE(shown.bar.chipTexts(), QStringList{"http.route = /customers/orders/invoices/0"});
    }

    void theMouseOpensNoFurtherMenu() {
        ShownBar shown({20, 20});
        auto* labels = shown.openLabels();
        QVERIFY(labels);
        QTRY_VERIFY(entry(labels, "http.route"));
        settle();
        QVERIFY(!entry(labels, "http.route")->menu()->isVisible());
    }

    /// A running recording has another profile each second; an open menu waits for the one that it was
    /// opened for.
    void anOpenMenuGetsItsEntriesAlthoughTheProfileChanges() {
        Session session;
        FilterBar bar(session);
        session.setProfile(routedProfile());
        QMenu* labels = nullptr;
        for (auto* menu : bar.findChildren<QMenu*>())
            if (menu->title() == "Label") labels = menu;
        QVERIFY(labels);
        emit labels->aboutToShow();
        QVERIFY(entry(labels, "Reading labels…"));
        session.setProfile(ExampleRecording().make(20));
        QTRY_VERIFY(entry(labels, "http.route"));
        // The next menu has the new profile's.
        emit labels->aboutToShow();
        QTRY_VERIFY(entry(labels, "user"));
        QVERIFY(!entry(labels, "http.route"));
        // So has one that is opened before the former labels were read.
        session.setProfile(routedProfile());
        emit labels->aboutToShow();
        session.setProfile(ExampleRecording().make(30));
        emit labels->aboutToShow();
        settle();
        QVERIFY(entry(labels, "user") && !entry(labels, "http.route"));
    }

    void menusThatGrowStayOnTheScreen_data() {
        QTest::addColumn<QPoint>("at");
        QTest::newRow("in the lower left corner") << QPoint(0, corner(0, 40).y());
        QTest::newRow("in the lower right corner") << corner(300, 40);
        QTest::newRow("in the middle of the right edge") << corner(300, 400);
    }
    void menusThatGrowStayOnTheScreen() {
        QFETCH(QPoint, at);
        ShownBar shown(at);
        auto* labels = shown.openLabels();
        QVERIFY(labels);
        QTRY_VERIFY(entry(labels, "http.route"));
        QVERIFY(isOnScreen(labels));
        auto* key = entry(labels, "http.route");
        click(labels, key);
        auto* values = key->menu();
        QTRY_VERIFY(values->isVisible() && entry(values, "/customers/orders/invoices/0"));
        QTRY_VERIFY2(isOnScreen(values), qPrintable(QString("%1 %2 %3 %4")
                                                        .arg(values->x())
                                                        .arg(values->y())
                                                        .arg(values->width())
                                                        .arg(values->height())));
        // It is beside the entry that opened it, not on it.
        constexpr int frame = 4;
        QVERIFY(values->geometry().intersected(labels->geometry()).width() <= frame);
        auto* last = values->actions().back();
        QTest::mouseMove(values, values->actionGeometry(last).center());
        QTRY_COMPARE(values->activeAction(), last);
    }
};

QTEST_MAIN(LabelMenuTest)
#include "label_menu_test.moc"
