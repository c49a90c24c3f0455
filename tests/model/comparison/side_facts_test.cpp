/// What two sides of a comparison differ in besides the code, and which conclusions that limits.
#include "model/comparison/merge_profiles.h"
#include "model/comparison/side_facts.h"
#include "model/profile/profile_builder.h"

#include <QTest>

using namespace candela;

namespace {

SideFacts facts() {
    SideFacts facts;
    facts.host = "build-7";
    facts.processor = "Intel 80486";
    facts.kernel = "6.1.0 x86_64";
    facts.compilers = "GCC 12";
    facts.writer = "candela";
    facts.cpus = 4;
    facts.period = 1'000'000;
    facts.periodType = "cpu";
    facts.periodUnit = "nanoseconds";
    facts.duration = 10'000'000'000;
    facts.broken = 0.01;
    facts.unnamed = 0.05;
    facts.lost = 0;
    facts.busy = 0.5;
    facts.stolen = 0;
    return facts;
}

/// "kernel, lost samples": names of the differences of sides that differ in what `change` changes.
template<typename Change>
std::string differing(const Change& change, Normalize normalize = Normalize::Share) {
    auto newSide = facts();
    change(newSide);
    const auto names = [normalize](const SideFacts& base, const SideFacts& other) {
        std::string text;
        for (const auto& difference : sideDifferences(base, other, normalize))
            text += (text.empty() ? "" : ", ") + difference.fact;
        return text;
    };
    const auto text = names(facts(), newSide);
    return text == names(newSide, facts()) ? text : "not the same with the sides exchanged";
}

} // namespace

class SideFactsTest : public QObject {
    Q_OBJECT
private slots:
    void equalSidesDifferInNothing() {
        QCOMPARE(differing([](SideFacts&) {}), std::string());
    }
    void eachFactIsCompared_data() {
        using Change = void (*)(SideFacts&);
        QTest::addColumn<Change>("change");
        QTest::addColumn<std::string>("difference");
        const auto row = [](const char* difference, Change change) {
            QTest::newRow(difference) << change << std::string(difference);
        };
        row("host", [](SideFacts& side) { side.host = "build-8"; });
        row("processor", [](SideFacts& side) { side.processor = "Intel 80386"; });
        row("CPUs", [](SideFacts& side) { side.cpus = 8; });
        row("kernel", [](SideFacts& side) { side.kernel = "6.18.1 x86_64"; });
        row("compiler", [](SideFacts& side) { side.compilers = "Clang 19"; });
        row("format", [](SideFacts& side) { side.writer = "perf"; });
        row("sampling period", [](SideFacts& side) { side.period = 10'000'000; });
        row("broken stacks", [](SideFacts& side) { side.broken = 0.2; });
        row("weight without names", [](SideFacts& side) { side.unnamed = 0.5; });
        row("lost samples", [](SideFacts& side) { side.lost = 0.05; });
        row("load of the machine", [](SideFacts& side) { side.busy = 0.9; });
        row("CPU time of other virtual machines", [](SideFacts& side) { side.stolen = 0.1; });
    }
    void eachFactIsCompared() {
        using Change = void (*)(SideFacts&);
        QFETCH(Change, change);
        QFETCH(std::string, difference);
        QCOMPARE(differing(change), difference);
    }
    void anotherProcessorIsAnotherHostAnyway() {
        QCOMPARE(differing([](SideFacts& side) {
                     side.host = "build-8";
                     side.processor = "Intel 80386";
                 }),
                 std::string("processor"));
    }
    void whatASideDoesNotStateIsNoDifference() {
        QCOMPARE(differing([](SideFacts& side) { side = {}; }), std::string());
    }
    void smallDifferencesAreIgnored() {
        QCOMPARE(differing([](SideFacts& side) {
                     side.period = 1'010'000;
                     side.broken = 0.02;
                     side.unnamed = 0.06;
                     side.lost = 0.005;
                     side.busy = 0.6;
                 }),
                 std::string());
    }
    void durationsMatterToWeightsAsMeasuredOnly() {
        const auto longer = [](SideFacts& side) { side.duration *= 2; };
        QCOMPARE(differing(longer, Normalize::Share), std::string());
        QCOMPARE(differing(longer, Normalize::Duration), std::string());
        QCOMPARE(differing(longer, Normalize::None), std::string("duration"));
    }
    void samplesOfOtherPeriodsAreComparedByShares() {
        auto base = facts();
        base.countsSamples = true;
        auto newSide = base;
        newSide.period = 10'000'000;
        const auto consequence = [&](Normalize normalize) {
            return sideDifferences(base, newSide, normalize).at(0).consequence;
        };
        QVERIFY(consequence(Normalize::Duration).find("only their shares") != std::string::npos);
        QVERIFY(consequence(Normalize::Share).find("only their shares") == std::string::npos);
    }
    void sentencesNameBothSides() {
        auto newSide = facts();
        newSide.kernel = "6.18.1 x86_64";
        QCOMPARE(sideDifferenceText(sideDifferences(facts(), newSide, Normalize::Share).at(0)),
                 std::string("Different kernel: base 6.1.0 x86_64, new 6.18.1 x86_64. Changes of kernel "
                             "functions, and of waiting, may come from it."));
    }

    void runsThatDifferAreCounted() {
        auto base = facts(), run = facts();
        base.runs = {run, run, run, run, run};
        base.runs[1].kernel = base.runs[4].kernel = "6.12.0 x86_64";
        base.runs[4].period = 10'000'000;
        base.runs[2].cpus = 2;
        base.kernel.clear(); // as a merged profile has it
        base.period = 0;
        std::string stated;
        for (const auto& difference : sideDifferences(base, facts(), Normalize::Share))
            stated += difference.fact + ": " + difference.base + " | " + difference.newSide + "\n";
        QCOMPARE(QByteArray::fromStdString(stated),
                 QByteArray("CPUs: 4 (4 runs), 2 (1 run) | 4\n"
                            "kernel: 6.1.0 x86_64 (3 runs), 6.12.0 x86_64 (2 runs) | 6.1.0 x86_64\n"
                            "sampling period: 1 ms (4 runs), 10 ms (1 run) | 1 ms\n"));
        // What both sides have in the same way is not the same in all runs either.
        QCOMPARE(sideDifferences(base, base, Normalize::Share).size(), std::size_t(3));
    }
    void runsThatDoNotStateAFactAreNotCounted() {
        auto base = facts(), run = facts();
        base.runs = {run, run};
        base.runs[1].kernel.clear();
        base.kernel.clear();
        QVERIFY(sideDifferences(base, facts(), Normalize::Share).empty());
        base.runs[0].kernel = "6.12.0";
        QCOMPARE(sideDifferences(base, facts(), Normalize::Share).at(0).base, std::string("6.12.0"));
    }
    void sharesThatRunsDoNotHaveInCommonAreStated() {
        auto base = facts(), run = facts();
        base.runs = {run, run, run, run, run};
        base.runs[0].lost = 0.05;
        base.runs[3].lost = 0.03;
        base.lost = 0.004;
        base.runs[1].broken = 0.2;
        base.broken = 0.02;
        const auto differences = sideDifferences(base, facts(), Normalize::Share);
        QCOMPARE(differences.size(), std::size_t(2));
        QCOMPARE(differences[0].base, std::string("2.0 % (from 1.0 % to 20.0 % in 5 runs)"));
        QCOMPARE(differences[1].base, std::string("0.4 % (in 2 of 5 runs)"));
        QCOMPARE(
            sideDifferenceText(differences[1]),
            std::string("Different lost samples: base 0.4 % (in 2 of 5 runs), new 0.0 %. Weights are too "
                        "small where more samples were lost."));
    }
    void ofManyFactsTheFirstAreNamed() {
        auto base = facts();
        for (int run = 0; run < 7; ++run) {
            base.runs.push_back(facts());
            base.runs.back().host = "pod-" + std::to_string(run);
        }
        base.host.clear();
        QCOMPARE(sideDifferences(base, facts(), Normalize::Share).at(0).base,
                 std::string("pod-0 (1 run), pod-1 (1 run), pod-2 (1 run), pod-3 (1 run) and 3 others"));
    }
    void theDurationIsThatOfARun() {
        auto base = facts();
        base.runs = {facts(), facts()};
        base.duration = 2 * facts().duration;
        QVERIFY(sideDifferences(base, facts(), Normalize::None).empty());
        base.duration = facts().duration;
        QCOMPARE(sideDifferences(base, facts(), Normalize::None).at(0).fact, std::string("duration"));
    }
    void factsOfRunsComeFromTheirProfiles() {
        std::vector<std::shared_ptr<const Profile>> runs;
        for (const auto* kernel : {"6.1.0", "6.12.0"}) {
            ProfileBuilder builder;
            builder.origin().kernel = kernel;
            builder.addSample(builder.valueType("cpu", "nanoseconds"),
                              {.stack = {}, .weight = 1, .thread = {}, .labels = {}});
            runs.push_back(std::make_shared<const Profile>(builder.build()));
        }
        Task task;
        const auto merged = mergeProfiles(runs, task);
        QVERIFY(merged);
        const auto facts = sideFactsOf(*merged, runs);
        QCOMPARE(facts.kernel, std::string());
        QCOMPARE(facts.runs.size(), std::size_t(2));
        QCOMPARE(facts.runs[1].kernel, std::string("6.12.0"));
        QVERIFY(sideFactsOf(*runs[0], std::span(runs).first(1)).runs.empty());
    }

    void factsComeFromTheProfile() {
        ProfileBuilder builder;
        builder.origin().cpus = 2;
        builder.origin().duration = 10'000;
        builder.origin().idleTime = 5'000;
        builder.origin().stolenTime = 1'000;
        builder.labelSet({builder.textLabel("compiler", "GCC 12.2")});
        builder.labelSet({builder.textLabel("compiler", "Clang 19")});
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto function =
            builder.function({.name = builder.string("main"), .rawName = {}, .file = {}, .mapping = {}});
        const auto named = builder.stack({}, builder.frame({.function = function, .mapping = {}}));
        const auto unnamed = builder.stack({}, builder.frame({.function = {}, .mapping = {}, .address = 16}));
        const auto add = [&](StackIndex stack, std::int64_t weight, StackEnd end) {
            builder.addSample(
                value, {.stack = stack, .weight = weight, .thread = {}, .labels = {}, .stackEnd = end});
        };
        add(named, 30, StackEnd::Complete);
        add(named, 30, StackEnd::Complete);
        add(unnamed, 20, StackEnd::Unreadable);
        add(named, 20, StackEnd::None);
        builder.addLoss({.reason = "sample ring full", .count = 4, .value = "cpu", .weight = 0});
        builder.addLoss({.reason = "mappings without room", .count = 1000});
        const auto facts = sideFactsOf(builder.build());
        QCOMPARE(facts.compilers, std::string("Clang 19, GCC 12.2"));
        QCOMPARE(facts.broken.value(), 1.0 / 3);
        QCOMPARE(facts.unnamed.value(), 0.2);
        QCOMPARE(facts.lost.value(), 0.5);
        QCOMPARE(facts.busy.value(), 0.75);
        QCOMPARE(facts.stolen.value(), 0.05);
    }
    void anEmptyProfileHasNoFacts() {
        const auto facts = sideFactsOf({});
        QVERIFY(!facts.broken && !facts.unnamed && !facts.lost && !facts.busy);
    }
};

QTEST_GUILESS_MAIN(SideFactsTest)
#include "side_facts_test.moc"
