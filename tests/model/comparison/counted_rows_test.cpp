/// Rows of shapes whose weights are counted elsewhere are those of adding up all nodes.
#include "model/analysis/samples/timeline.h"
#include "model/comparison/matching/counted_rows.h"
#include "model/comparison/matching/counted_shape.h"
#include "tests/model/analysis/random_profile.h"

#include <QTest>

#include <fmt/format.h>

#include <random>

using namespace candela;

namespace {

std::string textOf(const std::vector<GroupWeight>& rows) {
    std::string text;
    for (const auto& row : rows)
        text += fmt::format("{} {} {}\n", row.group.row(), row.self, row.total);
    return text;
}

/// Some groups are counted with others as a whole, and some with their callers.
std::vector<CountedGroup> randomlyCounted(std::size_t groups, std::vector<bool>& hasPartner,
                                          std::mt19937& random) {
    std::vector<CountedGroup> counted;
    std::vector<FrameGroupIndex> kept;
    for (std::size_t group = 0; group < groups; ++group) {
        const FrameGroupIndex own(group);
        const auto choice = random() % 4;
        if (kept.empty() || choice >= 2) {
            kept.push_back(own);
            hasPartner[group] = true;
            continue;
        }
        counted.push_back({.group = own,
                           .with = kept[random() % kept.size()],
                           .how = choice == 0 ? CountedWith::Whole : CountedWith::Callers});
    }
    return counted;
}

} // namespace

class CountedRowsTest : public QObject {
    Q_OBJECT
private slots:
    void rowsAreThoseOfAddingUpAllNodes() {
        std::size_t moved = 0, differing = 0;
        for (unsigned seed = 1; seed <= 30; ++seed) {
            const auto profile = std::make_shared<const Profile>(randomProfile(seed));
            const auto shape = callTreeShape(groupFrames(profile, Grouping::Function));
            std::mt19937 random(seed);
            std::vector<bool> hasPartner(shape->groups->size());
            const auto groups = randomlyCounted(hasPartner.size(), hasPartner, random);
            const auto counted = countedShape(*shape, groups, hasPartner);
            const CountedRows rows(shape, counted);
            const auto range = timeRangeOf(*profile);
            const auto middle = range.begin + (range.end - range.begin) / 2;
            for (const auto& filter :
                 {Filter(), Filter{.focus = "1"}, Filter{.time = TimeRange{range.begin, middle}},
                  Filter{.time = TimeRange{middle, range.end}}}) {
                Task task;
                const auto weights =
                    SampleSelector(profile).stackWeights(profile->shownValue(), filter, task);
                QVERIFY(weights.has_value());
                const auto functions = groupWeights(*shape, *weights);
                const auto expected = groupWeights(*counted, *weights);
                QCOMPARE(textOf(rows.rows(functions, *weights, callNodeWeights(*shape, *weights))),
                         textOf(expected));
                differing += textOf(functions) != textOf(expected);
            }
            moved += rows.moved().size();
        }
        QVERIFY(moved > 100);
        QVERIFY(differing > 30);
    }
};

QTEST_APPLESS_MAIN(CountedRowsTest)
#include "counted_rows_test.moc"
