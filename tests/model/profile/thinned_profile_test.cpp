#include "model/profile/thinned_profile.h"

#include "model/profile/profile_builder.h"

#include <QTest>

#include <cmath>
#include <map>
#include <random>
#include <set>
#include <string>

using namespace candela;

namespace {

/// Samples in two threads with stacks of up to 12 frames, and a value with few samples. Times identify
/// samples.
void addSamples(ProfileBuilder& builder, std::size_t from, std::size_t to) {
    const auto cpu = builder.valueType("cpu", "nanoseconds");
    const auto rare = builder.valueType("rare", "count");
    for (auto row = from; row < to; ++row) {
        std::mt19937 random(static_cast<unsigned>(row));
        StackIndex stack;
        for (auto depth = random() % 12; depth > 0; --depth) {
            const auto function =
                builder.function({.name = builder.string("f" + std::to_string(random() % 50)),
                                  .rawName = {},
                                  .file = {},
                                  .mapping = {}});
            stack = builder.stack(stack, builder.frame({.function = function, .mapping = {}}));
        }
        const auto time = static_cast<std::int64_t>(row);
        builder.addSample(cpu, {.stack = stack,
                                .weight = 1 + static_cast<std::int64_t>(random() % 1000),
                                .time = time,
                                .thread = ThreadIndex(row % 2),
                                .labels = {}});
        if (row % 1000 == 0)
            builder.addSample(rare, {.stack = stack, .weight = 1, .time = time, .thread = {}, .labels = {}});
    }
}

void addThreads(ProfileBuilder& builder) {
    const auto process = builder.addProcess({.pid = 1, .parent = {}, .name = {}, .labels = {}});
    for (int tid = 1; tid <= 2; ++tid)
        builder.addThread({.process = process, .tid = tid, .name = {}, .labels = {}});
}

std::string stackText(const Profile& profile, StackIndex stack) {
    std::string text;
    for (; stack; stack = profile.stacks.parent[stack.row()]) {
        const auto frame = profile.stacks.frame[stack.row()].row();
        text += std::string(profile.text(profile.functions[profile.frames.function[frame].row()].name)) + " ";
    }
    return text;
}

/// The thread and the stack of each sample, by time.
std::map<std::int64_t, std::pair<std::uint32_t, std::string>> samplesOf(const Profile& profile) {
    std::map<std::int64_t, std::pair<std::uint32_t, std::string>> samples;
    const auto& table = profile.samples[0];
    for (std::size_t row = 0; row < table.size(); ++row)
        samples[table.time[row]] = {table.thread[row].row(), stackText(profile, table.stack[row])};
    return samples;
}

} // namespace

class ThinnedProfileTest : public QObject {
    Q_OBJECT
private slots:
    void whatIsKeptIsAsItWas() {
        ProfileBuilder builder;
        addThreads(builder);
        addSamples(builder, 0, 20'000);
        const auto thinned = builder.snapshot(1000);
        const auto whole = builder.build();
        QCOMPARE(check(thinned), std::string());
        QVERIFY(std::abs(double(thinned.samples[0].size()) - 1000) < 150);
        const auto all = samplesOf(whole);
        for (const auto& [time, sample] : samplesOf(thinned)) {
            QVERIFY(all.at(time) == sample);
        }
        QCOMPARE(thinned.samples[1].weight, whole.samples[1].weight); // a value with few samples keeps all of
                                                                      // them
        QCOMPARE(thinned.origin.duration, whole.origin.duration);
        // Every remaining stack is needed by a sample.
        std::set<std::uint32_t> needed;
        for (const auto& table : thinned.samples) {
            for (auto stack : table.stack) {
                for (; stack && needed.insert(stack.row()).second;)
                    stack = thinned.stacks.parent[stack.row()];
            }
        }
        QCOMPARE(needed.size(), thinned.stacks.size());
        QVERIFY(thinned.stacks.size() < whole.stacks.size() / 4);
    }
    void weightsAddUpToTheWhole() {
        ProfileBuilder builder;
        addThreads(builder);
        addSamples(builder, 0, 30'000);
        const auto thinned = builder.snapshot(2000);
        const auto whole = builder.build();
        const auto value = ValueTypeIndex(0);
        QCOMPARE(thinned.totalWeight(value), whole.totalWeight(value));
        // Each thread keeps about its half of the samples: four standard errors are 9 %.
        std::map<std::uint32_t, double> shares;
        const auto& table = thinned.samples[0];
        for (std::size_t row = 0; row < table.size(); ++row)
            shares[table.thread[row].row()] += double(table.weight[row]) / double(whole.totalWeight(value));
        QVERIFY2(std::abs(shares[0] - 0.5) < 0.05, qPrintable(QString::number(shares[0])));
    }
    void aLongerProfileKeepsNoOtherSamplesOfTheSameTime() {
        ProfileBuilder builder;
        addThreads(builder);
        addSamples(builder, 0, 10'000);
        const auto early = samplesOf(builder.snapshot(1000));
        addSamples(builder, 10'000, 40'000);
        const auto late = samplesOf(builder.snapshot(1000));
        std::size_t old = 0;
        for (const auto& [time, sample] : late) {
            if (time >= 10'000) continue;
            QVERIFY(early.contains(time));
            ++old;
        }
        QVERIFY(old > 150 && old < 350); // a quarter
    }
    void fewSamplesAreCopiedAsTheyAre() {
        ProfileBuilder builder;
        addThreads(builder);
        addSamples(builder, 0, 500);
        const auto thinned = builder.snapshot(500);
        const auto whole = builder.snapshot();
        QVERIFY(!hasMoreSamples(whole, 500));
        QVERIFY(samplesOf(thinned) == samplesOf(whole));
        QCOMPARE(thinned.samples[0].weight, whole.samples[0].weight);
    }
    void weightsOfBothSignsAndAnySizeAreNoTrouble() {
        ProfileBuilder builder;
        const auto value = builder.valueType("live", "bytes");
        constexpr auto largest = std::numeric_limits<std::int64_t>::max();
        for (int row = 0; row < 1000; ++row)
            builder.addSample(
                value,
                {.stack = {}, .weight = row % 3 == 0 ? largest : -largest, .thread = {}, .labels = {}});
        const auto thinned = builder.snapshot(100);
        QCOMPARE(check(thinned), std::string());
        QVERIFY(!thinned.samples[0].weight.empty());
    }
};

QTEST_GUILESS_MAIN(ThinnedProfileTest)
#include "thinned_profile_test.moc"
