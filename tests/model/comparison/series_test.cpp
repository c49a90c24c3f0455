/// A series in the reversed order: the same points, and trends that have a meaning in both directions are
/// mirrored.
#include "model/comparison/series/series_capture.h"
#include "tests/profile_text.h"

#include <QTest>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <random>

using namespace candela;

namespace {

/// The weights of each function in each capture; 0: the capture lacks it.
using Courses = std::map<std::string, std::vector<int>>;

Series seriesOf(const Courses& courses, Normalize normalize, bool isReversed) {
    const auto count = courses.begin()->second.size();
    std::vector<SeriesProfile> profiles;
    for (std::size_t capture = 0; capture < count; ++capture) {
        const auto number = isReversed ? count - 1 - capture : capture;
        std::string text;
        for (const auto& [name, weights] : courses)
            if (weights[number] != 0) text += fmt::format("main;{} {}\n", name, weights[number]);
        profiles.push_back({std::to_string(number), sharedProfile(text)});
    }
    Task task;
    auto captures = seriesCaptures(profiles, {"samples", Grouping::Function}, task);
    if (!captures) qFatal("%s", captures.error().message.c_str());
    auto series = makeSeries(std::move(*captures), normalize);
    if (!series) qFatal("%s", series.error().message.c_str());
    return std::move(*series);
}

bool isAsLarge(double left, double right) {
    return std::abs(left - right) <= 1e-9 * std::max({1.0, std::abs(left), std::abs(right)});
}

void areReversed(const std::vector<SeriesPoint>& forth, const std::vector<SeriesPoint>& back) {
    QCOMPARE(back.size(), forth.size());
    for (std::size_t at = 0; at < forth.size(); ++at) {
        const auto& mirror = back[forth.size() - 1 - at];
        QCOMPARE(mirror.weight, forth[at].weight);
        QCOMPARE(mirror.value, forth[at].value);
        QCOMPARE(mirror.standardError, forth[at].standardError);
        QCOMPARE(mirror.isErrorKnown, forth[at].isErrorKnown);
    }
}

/// Growth begins at a capture, and ends nowhere: reversed, it is another course. Its chance is the same.
void areMirrored(const FoundTrend& forth, const FoundTrend& back, std::size_t captures) {
    QVERIFY2(isAsLarge(forth.chance, back.chance),
             qPrintable(QString("%1 %2").arg(forth.chance).arg(back.chance)));
    if (forth.trend == Trend::Growth || back.trend == Trend::Growth) return;
    QCOMPARE(back.trend, forth.trend);
    if (forth.trend == Trend::Step) {
        QCOMPARE(back.at, captures - forth.at);
        QVERIFY(isAsLarge(back.size, -forth.size));
        QVERIFY(isAsLarge(back.level, forth.level + forth.size));
    }
    if (forth.trend == Trend::Spike) {
        QCOMPARE(back.at, captures - 1 - forth.at);
        QVERIFY(isAsLarge(back.size, forth.size));
        QVERIFY(isAsLarge(back.level, forth.level));
    }
}

void areMirrored(const Series& forth, const Series& back) {
    QCOMPARE(back.rows.size(), forth.rows.size());
    QCOMPARE(back.tests, forth.tests);
    areReversed(forth.whole.total, back.whole.total);
    areMirrored(forth.whole.totalTrend, back.whole.totalTrend, forth.captures.size());
    for (const auto& row : forth.rows) {
        const auto mirror = std::ranges::find(back.rows, row.name, &SeriesRow::name);
        QVERIFY2(mirror != back.rows.end(), row.name.c_str());
        areReversed(row.self, mirror->self);
        areReversed(row.total, mirror->total);
        areMirrored(row.selfTrend, mirror->selfTrend, forth.captures.size());
        areMirrored(row.totalTrend, mirror->totalTrend, forth.captures.size());
    }
}

const FoundTrend& trendOf(const Series& series, std::string_view name) {
    return std::ranges::find(series.rows, name, &SeriesRow::name)->selfTrend;
}

} // namespace

class SeriesTest : public QObject {
    Q_OBJECT
private slots:
    void theReversedOrderMirrorsTrends() {
        const Courses courses{
            {"steady", {5001, 5003, 4998, 5000, 5002, 4999, 5001, 5000, 4997, 5002}},
            {"step", {3000, 3002, 2999, 3001, 5000, 5003, 4999, 5001, 5002, 4998}},
            {"spike", {2001, 2000, 1999, 2002, 2000, 2001, 6000, 2000, 1998, 2001}},
            {"growth", {1000, 2003, 2998, 4001, 5003, 5999, 7002, 7998, 9001, 10000}},
            {"missing", {700, 702, 699, 0, 0, 701, 700, 698, 700, 701}},
        };
        for (const auto normalize : {Normalize::None, Normalize::Share}) {
            const auto forth = seriesOf(courses, normalize, false), back = seriesOf(courses, normalize, true);
            areMirrored(forth, back);
            if (QTest::currentTestFailed()) return;
            if (normalize != Normalize::None) continue;
            QCOMPARE(trendOf(forth, "step").trend, Trend::Step);
            QCOMPARE(trendOf(forth, "spike").trend, Trend::Spike);
            QCOMPARE(trendOf(forth, "growth").trend, Trend::Growth);
            QCOMPARE(trendOf(forth, "steady").trend, Trend::None);
            // A straight line falls as it grew.
            QCOMPARE(trendOf(back, "growth").trend, Trend::Growth);
            QVERIFY(isAsLarge(trendOf(back, "growth").size, -trendOf(forth, "growth").size));
        }
    }
    void theReversedOrderOfNoiseIsAsLikely() {
        std::mt19937 random(11);
        for (int turn = 0; turn < 40; ++turn) {
            Courses courses;
            const auto captures = 2 + random() % 9;
            for (int function = 0; function < 12; ++function) {
                auto& weights = courses[fmt::format("f{}", function)];
                for (std::size_t capture = 0; capture < captures; ++capture)
                    weights.push_back(int(1000 + random() % 60));
            }
            areMirrored(seriesOf(courses, Normalize::None, false), seriesOf(courses, Normalize::None, true));
            if (QTest::currentTestFailed()) return;
        }
    }
    void equalCapturesHaveNoTrend() {
        const Courses courses{{"a", std::vector<int>(9, 1000)}, {"b", std::vector<int>(9, 77)}};
        for (const auto normalize : {Normalize::None, Normalize::Share})
            for (const auto& row : seriesOf(courses, normalize, false).rows) {
                QCOMPARE(row.selfTrend.trend, Trend::None);
                QCOMPARE(row.totalTrend.trend, Trend::None);
            }
    }
};

QTEST_APPLESS_MAIN(SeriesTest)
#include "series_test.moc"
