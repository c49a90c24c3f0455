#include "model/analysis/samples/filtered_profile.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_dump.h"
#include "tests/profile_text.h"

#include <QTest>

#include <set>

using namespace candela;

namespace {

Profile filtered(std::shared_ptr<const Profile> profile, const Filter& filter, ValueTypeIndex shown = {}) {
    Task task;
    return *filteredProfile(std::move(profile), shown, filter, task);
}

std::vector<std::string> sorted(std::vector<std::string> lines) {
    std::ranges::sort(lines);
    return lines;
}

/// The samples of all value types that SampleSelector keeps, printed from the whole profile. Samples with a
/// duration are left out, because parts of them become samples of their own.
std::vector<std::string> keptSamples(std::shared_ptr<const Profile> profile, const Filter& filter) {
    std::vector<bool> isKept;
    Task task;
    SampleSelector selector(profile);
    for (std::size_t value = 0; value < profile->samples.size(); ++value) {
        const auto first = isKept.size();
        isKept.resize(first + profile->samples[value].size());
        (void)selector.forEachSample(ValueTypeIndex(value), filter, task,
                                     [&](std::size_t row, std::int64_t) { isKept[first + row] = true; });
    }
    std::vector<std::string> lines;
    const auto all = ProfileDump(*profile).samples();
    for (std::size_t row = 0; row < all.size(); ++row)
        if (isKept[row]) lines.push_back(all[row]);
    return sorted(std::move(lines));
}

} // namespace

class FilteredProfileTest : public QObject {
    Q_OBJECT
private slots:
    void aValueKeepsItsKind() {
        auto profile = randomProfile(1);
        profile.samples[1].kind = ValueKind::Gauge;
        const auto part = filtered(std::make_shared<const Profile>(std::move(profile)), {});
        QCOMPARE(part.samples[part.findValue("samples").row()].kind, ValueKind::Gauge);
        QCOMPARE(part.samples[part.findValue("cpu").row()].kind, ValueKind::Unstated);
    }
    void theKeptSamplesComeWithAllThatBelongsToThem() {
        for (unsigned seed = 0; seed < 20; ++seed) {
            const auto profile = std::make_shared<const Profile>(randomProfile(seed));
            Filter byTime;
            byTime.time = TimeRange{100, 600};
            Filter byThread;
            byThread.thread = "1";
            Filter byStack;
            byStack.focus = "1";
            byStack.ignore = "2";
            for (const auto& filter : {Filter(), byTime, byThread, byStack}) {
                const auto part = filtered(profile, filter);
                QCOMPARE(check(part), std::string());
                QCOMPARE(sorted(ProfileDump(part).samples()), keptSamples(profile, filter));
                QCOMPARE(part.samples.size(), profile->samples.size());
                QCOMPARE(part.defaultValue, profile->defaultValue);
            }
        }
    }

    void theSameIsSeenThroughAPartsFilterAsInThePart() {
        for (unsigned seed = 0; seed < 10; ++seed) {
            const auto profile =
                std::make_shared<const Profile>(randomProfile(seed, 400, RandomSamples::Lasting));
            const auto part =
                std::make_shared<const Profile>(filtered(profile, {.time = TimeRange{100, 600}}));
            QCOMPARE(check(*part), std::string());
            QVERIFY(part->samples[0].lasts && !part->samples[1].lasts);
            Task task;
            for (const TimeRange range : {TimeRange{0, 5000}, {50, 300}, {599, 700}, {250, 251}}) {
                const TimeRange both{std::max<std::int64_t>(range.begin, 100),
                                     std::min<std::int64_t>(range.end, 600)};
                const auto inPart =
                    SampleSelector(part).stackWeights(ValueTypeIndex(0), {.time = range}, task);
                const auto inWhole =
                    SampleSelector(profile).stackWeights(ValueTypeIndex(0), {.time = both}, task);
                QCOMPARE(inPart->total, inWhole->total);
                QCOMPARE(inPart->stackless, inWhole->stackless);
                QCOMPARE(inPart->samples, inWhole->samples);
            }
        }
    }

    void whatNoKeptSampleNeedsIsNotThere() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto add = [&](const char* process, int pid, ProcessIndex parent) {
            const std::string name(process);
            const auto mapping =
                builder.mapping({.path = builder.string("/bin/" + name), .buildId = builder.string("ab")});
            const auto function = builder.function({.name = builder.string("main of " + name),
                                                    .rawName = {},
                                                    .file = builder.string(name + ".c"),
                                                    .mapping = mapping});
            const auto row =
                builder.addProcess({.pid = pid,
                                    .parent = parent,
                                    .name = builder.string(name),
                                    .labels = builder.labelSet({builder.textLabel("user", name)})});
            const auto thread = builder.addThread({.process = row, .tid = pid, .name = {}, .labels = {}});
            const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = mapping}));
            builder.addSample(value, {.stack = stack, .thread = thread, .labels = {}});
            return row;
        };
        const auto shell = add("shell", 1, {});
        add("child", 3, add("compiler", 2, shell));
        Filter filter;
        filter.process = "compiler|child";
        const auto part = filtered(std::make_shared<const Profile>(builder.build()), filter);
        QCOMPARE(check(part), std::string());
        QCOMPARE(part.processes.size(), std::size_t(2));
        QCOMPARE(part.threads.size(), std::size_t(2));
        QCOMPARE(part.mappings.size(), std::size_t(2));
        QCOMPARE(part.functions.size(), std::size_t(2));
        QCOMPARE(part.stacks.size(), std::size_t(2));
        for (std::size_t row = 0; row < part.strings.size(); ++row)
            QVERIFY(part.text(StringIndex(row)).find("shell") == std::string_view::npos);
        QVERIFY(part.processes[0].parent.isNone()); // the shell has no sample here
        QCOMPARE(part.processes[1].parent, ProcessIndex(0));
    }

    void theShownValueBecomesTheDefault() {
        ProfileBuilder builder;
        const auto first = builder.valueType("objects", "count");
        const auto second = builder.valueType("space", "bytes");
        builder.addSample(second, {.stack = {}, .weight = 5, .thread = {}, .labels = {}});
        const auto profile = std::make_shared<const Profile>(builder.build());
        QCOMPARE(profile->shownValue(), second);
        const auto part = filtered(profile, {}, first);
        QCOMPARE(part.shownValue(), first);
        QCOMPARE(part.totalWeight(second), std::int64_t(5));
    }

    void veryDeepStacksAreCopied() {
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        const auto frame = builder.frame({.function = {}, .mapping = {}, .address = 1});
        StackIndex stack;
        for (int depth = 0; depth < 1'000'000; ++depth)
            stack = builder.stack(stack, frame);
        builder.addSample(value, {.stack = stack, .thread = {}, .labels = {}});
        const auto part = filtered(std::make_shared<const Profile>(builder.build()), {});
        QCOMPARE(part.stacks.size(), std::size_t(1'000'000));
        QCOMPARE(check(part), std::string());
    }

    void aBadPatternIsRefused() {
        Filter filter;
        filter.focus = "(";
        Task task;
        const auto part =
            filteredProfile(std::make_shared<const Profile>(profileFromText("main 1\n")), {}, filter, task);
        QVERIFY(!part);
        QCOMPARE(part.error().code, ErrorCode::Usage);
    }
};

QTEST_APPLESS_MAIN(FilteredProfileTest)
#include "filtered_profile_test.moc"
