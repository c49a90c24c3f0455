/// Comparisons of real recordings of one program: the true changes are near the intervals, equal builds have
/// hardly any changes, and a real change is found.
#include <QTest>

#include "model/comparison/significance.h"
#include "tests/model/comparison/whole_sums.h"
#include "tests/recorder/recorded_program.h"

#include <algorithm>
#include <cmath>

using namespace candela;

namespace {

struct Recorded {
    std::shared_ptr<const Profile> profile;
    QJsonObject truth;
};

Recorded recorded(const QString& factor) {
    HeldProgram program({PROGRAMS "/workloads/twenty_functions", "1.5", factor});
    Recorded run;
    run.profile = std::make_shared<const Profile>(recordToEnd(program, run.truth, 1997)); // 3,000 samples
    return run;
}

/// The program's own count of what share of its work a function did.
double trueShare(const Recorded& run, const std::string& name) {
    for (const auto& function : run.truth["functions"].toArray())
        if (function.toObject()["name"].toString().toStdString() == name)
            return function.toObject()["share"].toDouble();
    return 0;
}

ComparisonSide sideOf(const std::shared_ptr<const Profile>& profile) {
    const auto groups = groupFrames(profile, Grouping::Function);
    const auto value = profile->shownValue();
    Task task;
    ComparisonSide side{
        groups, *SampleSelector(profile).stackWeights(value, {}, task), profile->origin.duration, {}, {}};
    side.sums = std::make_shared<const RunSums>(*runSums(callTreeShape(groups), value, {}, nullptr, task));
    return side;
}

Comparison compared(const Recorded& base, const Recorded& newSide) {
    const auto typeOf = [](const Profile& profile) {
        return profile.samples[profile.shownValue().row()].type;
    };
    return *compare(sideOf(base.profile), sideOf(newSide.profile), typeOf(*base.profile),
                    typeOf(*newSide.profile), Normalize::Share);
}

/// How far the true change is from the middle of the interval of a row's self weight, in halves of its width,
/// both as logarithms. Beyond 1 in 5 % of rows by design. Beyond 3, six standard errors, in 1 of 200,000 rows
/// (Student's distribution of 20 degrees of freedom), so that a test of 30 rows fails by chance once in
/// 7,000.
double halvesFromTruth(const ComparisonRow& row, const Recorded& base, const Recorded& newSide) {
    const auto& interval = *row.evidence().selfInterval;
    const double low = std::log1p(interval.low), high = std::log1p(interval.high);
    const double truth = std::log(trueShare(newSide, row.name) / trueShare(base, row.name));
    return std::abs(truth - (low + high) / 2) / ((high - low) / 2);
}

bool isOfFewPercent(const ComparisonRow& row) {
    return row.name.starts_with("function_0");
}

} // namespace

class ComparedRecordingsTest : public QObject {
    Q_OBJECT

    std::vector<Recorded> m_equal; // of one build

private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why);
        for (int run = 0; run < 3; ++run)
            m_equal.push_back(recorded("1"));
    }
    /// One comparison of equal builds in twenty has a row that changed, mostly one. The rate is tested where
    /// many comparisons are simulated (calibration_test).
    void equalBuildsHaveHardlyChanged() {
        int rows = 0, changed = 0;
        for (std::size_t base = 0; base < m_equal.size(); ++base)
            for (std::size_t newSide = 0; newSide < base; ++newSide)
                for (const auto& row : compared(m_equal[base], m_equal[newSide]).rows) {
                    if (!isOfFewPercent(row)) continue;
                    QVERIFY(row.evidence().selfInterval.has_value());
                    const auto halves = halvesFromTruth(row, m_equal[base], m_equal[newSide]);
                    QVERIFY2(halves < 3, qPrintable(QString("%1: %2").arg(row.name.c_str()).arg(halves)));
                    ++rows;
                    changed += isChange(row.verdict);
                }
        QCOMPARE(rows, 30);
        QVERIFY2(changed <= 4, qPrintable(QString::number(changed)));
    }
    void aFunctionThatTakesFiveTimesAsLongIsSlower() {
        const auto& base = m_equal.back();
        const auto newSide = recorded("5");
        const auto comparison = compared(base, newSide);
        const auto row = std::ranges::find(comparison.rows, "function_05", &ComparisonRow::name);
        QVERIFY(row != comparison.rows.end());
        QCOMPARE(row->verdict, Verdict::Slower);
        QVERIFY(row->evidence().selfInterval.has_value());
        // From 5 to 25 of 120 %: 4.2 times the share.
        QVERIFY(row->evidence().selfInterval->low > 1);
        const auto halves = halvesFromTruth(*row, base, newSide);
        QVERIFY2(halves < 3, qPrintable(QString::number(halves)));
    }
};

QTEST_GUILESS_MAIN(ComparedRecordingsTest)
#include "compared_recordings_test.moc"
