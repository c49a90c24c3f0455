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
#include <vector>

using namespace candela;

namespace {

constexpr int routes = 1200; // more than a menu lists

const auto routeKey = QStringLiteral("http.route");

/// Each sample has a route of its own.
std::shared_ptr<const Profile> routedProfile(const QString& key = routeKey) {
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
                                  .labels = builder.labelSet({builder.textLabel(key.toStdString(), name)})});
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

/// It is beside the entries of the menu that opened it, not on them.
bool isBeside(const QMenu* menu, const QMenu* opener) {
    constexpr int frame = 4;
    return menu->geometry().intersected(opener->geometry()).width() <= frame;
}

QString positions(const std::vector<const QMenu*>& menus) {
    QString text;
    for (const auto* menu : menus) {
        const auto at = menu->geometry();
        text += QString("%1 %2, %3 x %4; ").arg(at.x()).arg(at.y()).arg(at.width()).arg(at.height());
    }
    return text;
}

/// The bar of a session in a window of its own.
struct ShownBar {
    explicit ShownBar(const QPoint& at, const QString& key = routeKey) {
        session.setProfile(routedProfile(key));
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
        QGuiApplication::setLayoutDirection(Qt::LeftToRight);
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
        QVERIFY(entry(values, "1,175 more: see Labels"));
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
        QTest::addColumn<QString>("key");
        QTest::addColumn<Qt::LayoutDirection>("direction");
        const QString longKey("x-the-route-of-the-request-to-the-service"); // wider than "Reading labels…"
        for (const auto direction : {Qt::LeftToRight, Qt::RightToLeft}) {
            const auto add = [&](const char* name, const QPoint& at, const QString& key) {
                QTest::addRow("%s, %s", name,
                              direction == Qt::LeftToRight ? "left to right" : "right to left")
                    << at << key << direction;
            };
            add("in the lower left corner", QPoint(0, corner(0, 40).y()), routeKey);
            add("in the lower right corner", corner(300, 40), routeKey);
            add("in the middle of the right edge", corner(300, 400), routeKey);
            for (int step = 0; step < 10; ++step)
                add(qPrintable(QString("a long key at %1").arg(step * 80 - 200)),
                    QPoint(step * 80 - 200, 100), longKey);
        }
    }
    void menusThatGrowStayOnTheScreen() {
        QFETCH(QPoint, at);
        QFETCH(Qt::LayoutDirection, direction);
        QGuiApplication::setLayoutDirection(direction);
        QFETCH(QString, key);
        ShownBar shown(at, key);
        auto* labels = shown.openLabels();
        QVERIFY(labels);
        auto* menu = qobject_cast<QMenu*>(labels->parentWidget());
        QTRY_VERIFY(labels->isVisible() && labels->actions().size() == 1 && labels->actions()[0]->menu());
        settle();
        QVERIFY2(isOnScreen(labels) && isBeside(labels, menu), qPrintable(positions({menu, labels})));
        auto* ofKey = labels->actions()[0];
        click(labels, ofKey);
        auto* values = ofKey->menu();
        QTRY_VERIFY(values->isVisible() && entry(values, "/customers/orders/invoices/0"));
        settle();
        QVERIFY2(isOnScreen(values) && isBeside(values, labels),
                 qPrintable(positions({menu, labels, values})));
        auto* last = values->actions().back();
        QTest::mouseMove(values, values->actionGeometry(last).center());
        QTRY_COMPARE(values->activeAction(), last);
    }
};

QTEST_MAIN(LabelMenuTest)
#include "label_menu_test.moc"
