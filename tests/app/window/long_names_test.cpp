/// Names of 2,000 letters and from right to left: nothing makes the window larger than the user made it.
#include <QTest>

#include "app/window/capture/capture_page.h"
#include "app/window/capture/capture_view.h"
#include "app/window/compare/compare_page.h"
#include "app/window/widgets/message_bar.h"
#include "model/formats/export_profile.h"
#include "model/formats/format.h"
#include "tests/app/window/window_fixture.h"
#include "tests/extreme_names.h"
#include "tests/views/settled.h"
#include "views/filter/filter_bar.h"
#include "views/widgets/elided_label.h"
#include "views/widgets/layout_density.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>

using namespace candela;

class LongNamesTest : public QObject {
    Q_OBJECT
private:
    static constexpr QSize size{1000, 700};

    TestFolder m_files;
    QString store(const QString& name, const Profile& profile) {
        const auto path = m_files.write(name, {});
        Task task;
        return storeProfile(profile, *findFormat("candela"), path.toStdString(), task) ? path : QString();
    }
    static std::vector<std::string> namesOf(bool isLong) { return isLong ? longNames() : rightToLeftNames(); }

    /// The visible widget that needs the largest width.
    static QString widestIn(const QWidget& window) {
        const QWidget* widest = &window;
        int width = 0;
        for (const auto* widget : window.findChildren<QWidget*>()) {
            const int needed = widget->layout() ? 0 : widget->minimumSizeHint().width();
            if (!widget->isVisible() || needed <= width) continue;
            widest = widget;
            width = needed;
        }
        return QString("%1 in %2 needs %3 pixels")
            .arg(widest->metaObject()->className(), widest->parentWidget()->metaObject()->className())
            .arg(width);
    }

private slots:
    void cleanup() { setLayoutDensity(LayoutDensity::Normal); }
    void noViewIsWiderThanTheWindow_data() {
        QTest::addColumn<bool>("isLong");
        QTest::newRow("2,000 letters") << true;
        QTest::newRow("right to left") << false;
    }
    void noViewIsWiderThanTheWindow() {
        QFETCH(bool, isLong);
        WindowFixture fixture;
        auto& window = *fixture.window;
        window.resize(size);
        window.openFiles({store(QString(200, 'n') + ".candela", namedCapture(namesOf(isLong), 1))});
        QTRY_VERIFY_WITH_TIMEOUT(shownPage<CapturePage>(window), 30'000);
        auto* page = shownPage<CapturePage>(window);
        QTRY_VERIFY(!page->session().shown().isEmpty());
        page->showDetails(true);
        for (const auto density : {LayoutDensity::Compact, LayoutDensity::Comfortable}) {
            setLayoutDensity(density);
            for (const auto& view : page->captureView()->viewNames()) {
                page->showView(view);
                settle();
                QVERIFY2(window.size() == size, qPrintable(view + ": " + widestIn(window)));
                for (const auto* box : window.findChildren<QComboBox*>())
                    QVERIFY2(box->width() < size.width() / 2, qPrintable(view + ": " + box->currentText()));
            }
        }
        page->session().addTransform({TransformKind::Hide, {namesOf(isLong).front()}});
        page->session().setSearchForName(namesOf(isLong)[1]);
        settle();
        QCOMPARE(window.size(), size);
    }
    void messagesThatNameSomethingAreAFewLines() {
        WindowFixture fixture;
        auto& window = *fixture.window;
        window.resize(size);
        window.openFiles({store("long.candela", namedCapture(longNames(), 1))});
        QTRY_VERIFY_WITH_TIMEOUT(shownPage<CapturePage>(window), 30'000);
        auto* page = shownPage<CapturePage>(window);
        QTRY_VERIFY(!page->session().shown().isEmpty());
        const auto* bar = page->messageBar();
        const int line = window.fontMetrics().lineSpacing();
        QVERIFY(bar->isVisible());
        QVERIFY2(bar->height() < 6 * line, qPrintable(QString::number(bar->height())));
        QVERIFY(bar->sentence().size() > 2000);
        const auto labels = bar->findChildren<QLabel*>();
        QVERIFY(std::ranges::any_of(labels, [&](const QLabel* label) {
            return label->text().contains("…") && label->toolTip().contains("unsigned long") &&
                   label->toolTip().size() > 2000;
        }));
        // Notes of the source view, and facts.
        page->showView("source");
        page->showFacts(true);
        settle();
        for (const auto* label : page->findChildren<QLabel*>())
            QVERIFY2(!label->isVisible() || label->height() < 16 * line, qPrintable(label->text()));
    }
    /// Names of recordings differ in a time of day, in the middle of which they would be shortened.
    void headsOfANarrowComparisonShowWhatTheNamesDifferIn() {
        WindowFixture fixture;
        auto& window = *fixture.window;
        window.resize(800, 600);
        const auto path = [&](const char* time) {
            return fixture.write(QString("recording-of-the-server-2026-11-27-%1.folded").arg(time),
                                 "main;draw 5\n");
        };
        window.compareFiles({path("111301")}, {path("111351")});
        QTRY_VERIFY(shownPage<ComparePage>(window));
        settle();
        QStringList shown;
        for (const auto* label : window.findChildren<ElidedLabel*>())
            if (label->isVisible() && label->text().startsWith("recording")) shown << label->shownText();
        shown.sort();
        QCOMPARE(shown, (QStringList{"…01.folded", "…51.folded"}));
    }
    void noComparisonIsWiderThanTheWindow() {
        WindowFixture fixture;
        auto& window = *fixture.window;
        window.resize(size);
        const auto base = store("base.candela", namedCapture(longNames(), 1));
        const auto slower = store("new.candela", namedCapture(longNames(), 3));
        window.compareFiles({base}, {slower});
        QTRY_VERIFY_WITH_TIMEOUT(shownPage<ComparePage>(window), 30'000);
        auto& session = shownPage<ComparePage>(window)->session();
        QTRY_VERIFY(session.comparison());
        settle();
        QCOMPARE(window.size(), size);
        session.base().showIn("source", {longNames().front(), {}});
        settle();
        QCOMPARE(window.size(), size);
    }
};

QTEST_MAIN(LongNamesTest)
#include "long_names_test.moc"
