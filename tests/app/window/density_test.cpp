/// Density: rows, boxes and bars follow the choice in the menu Settings at once, and the choice is kept.
#include <QTest>

#include "app/window/capture/capture_page.h"
#include "app/window/settings_menu.h"
#include "app/window/widgets/appearance.h"
#include "app/window/widgets/density_choice.h"
#include "app/window/widgets/language.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/settled.h"
#include "views/flame/flame_canvas.h"
#include "views/timeline/timeline_canvas.h"
#include "views/view.h"
#include "views/widgets/chip.h"
#include "views/widgets/choice_strip.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/strip.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QTableView>
#include <QToolButton>
#include <QTreeView>

#include <set>

using namespace candela;

namespace {

/// Heights of everything that the density decides about.
struct Heights {
    double box;
    int treeRow, tableRow, process, sum, strip;

    QList<double> all() const {
        return {box, double(treeRow), double(tableRow), double(process), double(sum), double(strip)};
    }
};

} // namespace

class DensityTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;
    std::unique_ptr<Appearance> m_appearance;
    std::unique_ptr<Language> m_language;

    MainWindow& window() { return *m_fixture->window; }
    void openWindow() {
        m_fixture = std::make_unique<WindowFixture>();
        m_appearance = std::make_unique<Appearance>(QDBusConnection(QString()));
        m_language = std::make_unique<Language>();
        addSettingsMenu(window(), *m_appearance, *m_language);
        window().resize(1200, 800);
        window().openFiles({FIXTURES "/formats/probes.candela"});
        QVERIFY(QTest::qWaitFor([this] {
            auto* page = shownPage<CapturePage>(window());
            return page && !page->session().shown().isEmpty();
        }));
        settle();
    }
    /// Alt+S, D, and the letter of a density.
    void choose(Qt::Key letter) {
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        QTest::keyClick(window().windowHandle(), Qt::Key_S, Qt::AltModifier);
        auto* settings = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(settings);
        QTest::keyClick(settings, Qt::Key_D);
        auto* densities = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(densities && densities != settings);
        QTest::keyClick(densities, letter);
        settle();
    }
    template<typename Wanted>
    Wanted* visible() {
        for (auto* widget : window().findChildren<Wanted*>())
            if (widget->isVisible()) return widget;
        return nullptr;
    }
    Heights heights() {
        auto* page = shownPage<CapturePage>(window());
        Heights found{};
        page->showView("calltree");
        settle();
        auto* tree = visible<QTreeView>();
        found.treeRow = tree->visualRect(tree->model()->index(0, 0)).height();
        page->showView("functions");
        settle();
        found.tableRow = visible<QTableView>()->rowHeight(0);
        page->showView("flamegraph");
        settle();
        found.box = visible<FlameCanvas>()->geometry().rowHeight;
        found.strip = visible<FlameCanvas>()->parentWidget() ? visible<Strip>()->height() : 0;
        const auto& timeline = visible<TimelineCanvas>()->geometry();
        found.process = timeline.defaultHeight(TrackKind::Process);
        found.sum = timeline.sumHeight();
        return found;
    }

private slots:
    void cleanup() {
        m_language.reset();
        m_appearance.reset();
        m_fixture.reset();
        setLayoutDensity(LayoutDensity::Normal);
    }
    void allHeightsFollowTheChoice() {
        openWindow();
        const auto normal = heights();
        choose(Qt::Key_C);
        const auto compact = heights();
        choose(Qt::Key_O);
        const auto comfortable = heights();
        choose(Qt::Key_N);
        const auto again = heights();
        for (qsizetype row = 0; row < normal.all().size(); ++row) {
            const auto heights = QString("%1: %2, %3, %4")
                                     .arg(row)
                                     .arg(compact.all()[row])
                                     .arg(normal.all()[row])
                                     .arg(comfortable.all()[row]);
            QVERIFY2(compact.all()[row] < normal.all()[row], qPrintable(heights));
            QVERIFY2(comfortable.all()[row] > normal.all()[row], qPrintable(heights));
        }
        QCOMPARE(again.all(), normal.all());
    }
    /// In each row of all views: boxes, switches, buttons with a text, text fields and chips.
    void controlsInARowHaveOneHeight_data() {
        QTest::addColumn<int>("letter");
        QTest::newRow("compact") << int(Qt::Key_C);
        QTest::newRow("normal") << int(Qt::Key_N);
        QTest::newRow("comfortable") << int(Qt::Key_O);
    }
    void controlsInARowHaveOneHeight() {
        QFETCH(int, letter);
        openWindow();
        auto* page = shownPage<CapturePage>(window());
        page->session().setFilter({.focus = "a"});
        for (const auto& view : allViews()) {
            page->showView(QString::fromUtf8(view.name.data(), static_cast<qsizetype>(view.name.size())));
            settle();
        }
        for (const auto other : {Qt::Key_O, Qt::Key_C, static_cast<Qt::Key>(letter)})
            choose(other);
        std::set<int> heights;
        QStringList found;
        for (const auto& view : allViews()) {
            page->showView(QString::fromUtf8(view.name.data(), static_cast<qsizetype>(view.name.size())));
            settle();
            for (const auto* widget : window().findChildren<QWidget*>()) {
                const auto* button = qobject_cast<const QToolButton*>(widget);
                const bool isMeant =
                    qobject_cast<const QComboBox*>(widget) || (button && !button->text().isEmpty()) ||
                    qobject_cast<const QLineEdit*>(widget) || qobject_cast<const Chip*>(widget) ||
                    qobject_cast<const ChoiceStrip*>(widget);
                if (!isMeant || !widget->isVisible()) continue;
                heights.insert(widget->height());
                found << QString("%1 %2 %3")
                             .arg(widget->height())
                             .arg(widget->metaObject()->className(), widget->accessibleName());
            }
        }
        found.removeDuplicates();
        QVERIFY(!found.filter("QComboBox").isEmpty() && !found.filter("ChoiceStrip").isEmpty() &&
                !found.filter("QLineEdit").isEmpty() && !found.filter("Chip").isEmpty());
        QVERIFY2(heights.size() == 1, qPrintable(found.join('\n')));
    }
    /// The texts of views that are hidden during the change are as large as in a window made afterwards.
    void textsOfHiddenViewsFollowTheChoice() {
        const QStringList names{"flamegraph", "calltree", "callers", "functions", "source"};
        openWindow();
        const auto sizesOfTexts = [&] {
            QStringList sizes;
            for (const auto& name : names) {
                shownPage<CapturePage>(window())->showView(name);
                settle();
                for (const auto* label : window().findChildren<ElidedLabel*>())
                    if (label->isVisible())
                        sizes << QString("%1: \"%2\" %3 x %4, at least %5")
                                     .arg(name, label->text())
                                     .arg(label->sizeHint().width())
                                     .arg(label->height())
                                     .arg(label->minimumSizeHint().width());
            }
            return sizes;
        };
        const auto normal = sizesOfTexts();
        shownPage<CapturePage>(window())->showView("flamegraph");
        choose(Qt::Key_O);
        const auto changed = sizesOfTexts();
        QVERIFY(normal.size() >= 5);
        QVERIFY(changed != normal);
        m_fixture.reset();
        openWindow();
        QCOMPARE(layoutDensity(), LayoutDensity::Comfortable);
        QCOMPARE(changed, sizesOfTexts());
    }
    void aClickHitsTheBoxBelowIt() {
        openWindow();
        choose(Qt::Key_C);
        auto* canvas = visible<FlameCanvas>();
        QVERIFY(canvas);
        const auto& box = canvas->scene().layout.boxes.back();
        const auto& geometry = canvas->geometry();
        const auto corner = geometry.bottomLeftOf(canvas->scene(), box.node);
        QTest::mouseMove(canvas->viewport(), (corner + QPointF(2, -geometry.rowHeight / 2)).toPoint());
        settle();
        QCOMPARE(canvas->hoveredNode(), box.node);
    }
    void theChoiceIsKept() {
        openWindow();
        choose(Qt::Key_C);
        QCOMPARE(layoutDensity(), LayoutDensity::Compact);
        setLayoutDensity(LayoutDensity::Normal); // as at the next start
        applyRememberedDensity();
        QCOMPARE(layoutDensity(), LayoutDensity::Compact);
    }
    void everythingFitsIntoASmallWindow() {
        openWindow();
        choose(Qt::Key_O);
        window().resize(800, 600);
        settle();
        QCOMPARE(window().size(), QSize(800, 600));
    }
};

QTEST_MAIN(DensityTest)
#include "density_test.moc"
