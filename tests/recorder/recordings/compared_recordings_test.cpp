/// Comparisons of real recordings of one program: equal
/// ones have no changes, and a real change is found.
#include <QTest>

#include "model/comparison/significance.h"
#include "tests/recorder/recorded_program.h"

using namespace candela;

namespace {

std::shared_ptr<const Profile> recorded(const QString& factor) {
    HeldProgram program({PROGRAMS "/workloads/twenty_functions", "3", factor});
    QJsonObject truth;
    return std::make_shared<const Profile>(recordToEnd(program, truth, 997));
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

Comparison compared(const std::shared_ptr<const Profile>& base,
                    const std::shared_ptr<const Profile>& newSide) {
    const auto typeOf = [](const Profile& profile) {
        return profile.samples[profile.shownValue().row()].type;
    };
    return *compare(sideOf(base), sideOf(newSide), typeOf(*base), typeOf(*newSide), Normalize::Share);
}

std::string changedRows(const Comparison& comparison) {
    std::string names;
    for (const auto& row : comparison.rows)
        if (row.verdict == Verdict::Slower || row.verdict == Verdict::Faster)
            names += row.name + " " + std::string(verdictName(row.verdict)) + "\n";
    return names;
}

} // namespace

class ComparedRecordingsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why);
    }
    void equalBuildsHaveNotChanged() {
        std::vector<std::shared_ptr<const Profile>> profiles;
        for (int run = 0; run < 3; ++run)
            profiles.push_back(recorded("1"));
        for (std::size_t base = 0; base < profiles.size(); ++base)
            for (std::size_t newSide = 0; newSide < base; ++newSide)
                QCOMPARE(changedRows(compared(profiles[base], profiles[newSide])), std::string());
    }
    void aFunctionThatTakesFiveTimesAsLongIsSlower() {
        const auto comparison = compared(recorded("1"), recorded("5"));
        QVERIFY2(changedRows(comparison).find("function_05 slower\n") != std::string::npos,
                 changedRows(comparison).c_str());
        for (const auto& row : comparison.rows) {
            if (row.name != "function_05") continue;
            // From 5 to 25 of 120 %: 4.2 times the share.
            QVERIFY(row.evidence().selfInterval->low < 3.2 && row.evidence().selfInterval->high > 3.1);
            QVERIFY(row.evidence().selfInterval->low > 1);
        }
    }
};

QTEST_GUILESS_MAIN(ComparedRecordingsTest)
#include "compared_recordings_test.moc"
