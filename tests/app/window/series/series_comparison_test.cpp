/// A comparison that is opened from a series begins with what the series shows, whatever view it was left
/// with.
#include "app/window/compare/compare_page.h"
#include "app/window/series/series_page.h"
#include "model/formats/export_profile.h"
#include "model/profile/profile_builder.h"
#include "tests/app/window/window_fixture.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/series/series_chart.h"
#include "views/series/series_view.h"

#include <QTest>

using namespace candela;

class SeriesComparisonTest : public QObject {
    Q_OBJECT
private:
    std::unique_ptr<WindowFixture> m_fixture;
    SeriesPage* m_page = nullptr;

    MainWindow& window() const { return *m_fixture->window; }
    ComparePage* compared() const { return shownPage<ComparePage>(window()); }

    QStringList store(const QString& name, const Profile& profile) const {
        const auto path = m_fixture->pathOf(name);
        Task task;
        if (!storeProfile(profile, **formatToWrite(path.toStdString()), path.toStdString(), task))
            qFatal("the capture can't be written");
        return {path};
    }
    /// Chooses the second capture in the chart, and compares it with the first, with keys.
    void compareFirst() {
        window().pages()->setCurrentWidget(m_page);
        auto* chart = m_page->view()->chart();
        chart->setFocus();
        QTest::keyClick(chart, Qt::Key_Home);
        QTest::keyClick(chart, Qt::Key_Right);
        QTest::keyClick(chart, Qt::Key_Return);
        QTRY_VERIFY(compared());
        QTRY_VERIFY(compared()->session().comparison());
        settle();
    }
    void closeComparison() {
        window().closeCurrent(); // its view is kept
        QVERIFY(!compared());
    }

private slots:
    void init() {
        m_fixture = std::make_unique<WindowFixture>();
        std::vector<QStringList> captures;
        for (int number = 0; number < 3; ++number)
            captures.push_back(
                store(QString("%1.candela").arg(number), *ExampleRecording().make(500 + 10 * number)));
        window().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&window()));
        window().openSeries(captures);
        QTRY_VERIFY(shownPage<SeriesPage>(window()));
        m_page = shownPage<SeriesPage>(window());
        QTRY_VERIFY(!m_page->view()->isPending());
        settle();
    }
    void cleanup() {
        settle();
        m_fixture.reset();
    }

    void theNormalizationIsThatOfTheSeries() {
        const auto shown = m_page->view()->normalize();
        QVERIFY(shown != Normalize::None);
        compareFirst();
        compared()->session().setNormalize(Normalize::None);
        settle();
        closeComparison();
        compareFirst();
        QCOMPARE(compared()->session().normalize(), shown);
    }
    void processesThatWerePickedBeforeAreNotFiltered() {
        compareFirst();
        Filter filter;
        filter.processes = {ProcessIndex(std::size_t(0))};
        compared()->session().newSide().setFilter(filter);
        settle();
        closeComparison();
        compareFirst();
        QVERIFY(compared()->session().base().filter().isEmpty());
        QVERIFY(compared()->session().newSide().filter().isEmpty());
    }
    /// A first view without a value is not one of the value without a name.
    void theValueStaysWithoutAnother() {
        std::vector<QStringList> captures;
        for (const auto* name : {"a.candela", "b.candela"}) {
            ProfileBuilder builder;
            const auto function =
                builder.function({.name = builder.string("draw"), .rawName = {}, .file = {}, .mapping = {}});
            const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
            for (const auto* value : {"", "samples"})
                builder.addSample(builder.valueType(value, "count"),
                                  {.stack = stack, .weight = 7, .thread = {}, .labels = {}});
            captures.push_back(store(name, builder.build()));
        }
        const auto nameOfValue = [this] {
            const auto& base = compared()->session().base();
            return std::string(base.profile()->text(base.profile()->samples[base.value().row()].type.name));
        };
        const auto open = [&](const FirstView& first) {
            window().openSeries(captures, first);
            QTRY_VERIFY(compared());
            QTRY_VERIFY(compared()->session().comparison());
        };
        open({});
        QCOMPARE(nameOfValue(), std::string("samples"));
        closeComparison();
        FirstView first;
        first.grouping = Grouping::Module;
        open(first);
        QCOMPARE(compared()->session().base().grouping(), Grouping::Module);
        QCOMPARE(nameOfValue(), std::string("samples"));
    }
};

QTEST_MAIN(SeriesComparisonTest)
#include "series_comparison_test.moc"
