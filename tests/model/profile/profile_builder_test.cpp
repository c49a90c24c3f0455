#include "model/profile/profile_builder.h"
#include "tests/profile_text.h"

#include <QTest>

using namespace candela;

class ProfileBuilderTest : public QObject {
    Q_OBJECT
private slots:
    void anEmptyProfileIsValid() {
        ProfileBuilder builder;
        QCOMPARE(check(builder.build()), std::string());
    }
    void textGoesInAndComesOut() {
        const auto profile =
            profileFromText("main;draw;blit 12\nmain;draw 3\nmain;load 5\nmain;draw;blit 1\n");
        QCOMPARE(check(profile), std::string());
        QCOMPARE(profileToText(profile), std::string("main;draw 3\nmain;draw;blit 13\nmain;load 5\n"));
        QCOMPARE(profile.stacks.size(), 4u);
        QCOMPARE(profile.totalWeight(profile.shownValue()), 21);
    }
    void samplesAreSortedByThreadThenTime() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto process =
            builder.addProcess({.pid = 1, .parent = {}, .name = builder.string("a"), .labels = {}});
        const auto first = builder.addThread({.process = process, .tid = 1, .name = {}, .labels = {}});
        const auto second = builder.addThread({.process = process, .tid = 2, .name = {}, .labels = {}});
        const auto add = [&](ThreadIndex thread, std::int64_t time) {
            builder.addSample(value,
                              {.stack = {}, .weight = time, .time = time, .thread = thread, .labels = {}});
        };
        add(second, 5);
        add(first, 7);
        add(second, 1);
        add(first, 2);
        const auto snapshot = builder.snapshot();
        const auto profile = builder.build();
        QCOMPARE(check(profile), std::string());
        QCOMPARE(profile.samples[0].time, (std::vector<std::int64_t>{2, 7, 1, 5}));
        QCOMPARE(snapshot.samples[0].time, profile.samples[0].time);
        QVERIFY(profile.samples[0].cpu.empty());
    }
    void checkNamesABrokenInvariant() {
        auto profile = profileFromText("main;draw 3\n");
        profile.stacks.parent[0] = StackIndex(1);
        QVERIFY(!check(profile).empty());
    }
    void equalLabelSetsShareARow() {
        ProfileBuilder builder;
        const auto a = builder.textLabel("a", "1");
        const auto b = builder.textLabel("b", "2");
        QCOMPARE(builder.labelSet({b, a, a}), builder.labelSet({a, b}));
        QCOMPARE(builder.labelSet({}), LabelSetIndex(0));
        QCOMPARE(check(builder.build()), std::string());
    }
};

QTEST_GUILESS_MAIN(ProfileBuilderTest)
#include "profile_builder_test.moc"
