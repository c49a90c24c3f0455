#include "model/analysis/grouping/grouping.h"
#include "model/analysis/samples/filter.h"
#include "tests/model/analysis/random_profile.h"
#include "tests/profile_text.h"

#include <QTest>

#include <map>
#include <regex>

using namespace candela;

namespace {

/// Decides for each sample and frame, with another regular expression engine.
class NaiveFilter {
public:
    NaiveFilter(std::shared_ptr<const Profile> profile, const Filter& filter)
        : m_profile(profile), m_filter(filter), m_groups(groupFrames(profile, Grouping::Function)) {}

    bool keeps(const SampleTable& table, std::size_t row) const {
        return weightIn(table, row, m_filter.time) && keepsThread(table.threadAt(row)) &&
               (m_filter.cpus.empty() || std::ranges::count(m_filter.cpus, table.cpuAt(row)) > 0) &&
               keepsStack(table.stack[row]) && keepsLabels(table.threadAt(row), table.labelsAt(row));
    }
    std::int64_t weightOf(const SampleTable& table, std::size_t row) const {
        return weightIn(table, row, m_filter.time).value_or(0);
    }

private:
    static bool matches(const std::string& pattern, std::string_view text) {
        static std::map<std::string, std::regex> expressions;
        const auto expression = expressions.try_emplace(pattern, pattern).first;
        return std::regex_search(text.begin(), text.end(), expression->second);
    }
    bool keepsThread(ThreadIndex index) const {
        const bool asksNothing = m_filter.process.empty() && m_filter.thread.empty() &&
                                 m_filter.threads.empty() && m_filter.processes.empty();
        if (index.isNone()) return asksNothing;
        if (asksNothing && m_filter.withoutProcess.empty()) return true;
        const auto& thread = m_profile->threads[index.row()];
        const auto& process = m_profile->processes[thread.process.row()];
        const auto& dropped = m_filter.withoutProcess;
        if (!dropped.empty() && (matches(dropped, m_profile->text(process.name)) ||
                                 matches(dropped, std::to_string(process.pid))))
            return false;
        const auto isNamed = [&](const std::string& pattern, StringIndex name, int number) {
            return pattern.empty() || matches(pattern, m_profile->text(name)) ||
                   matches(pattern, std::to_string(number));
        };
        return isNamed(m_filter.process, process.name, process.pid) &&
               isNamed(m_filter.thread, thread.name, thread.tid) &&
               ((m_filter.threads.empty() && m_filter.processes.empty()) ||
                std::ranges::count(m_filter.threads, index) > 0 ||
                std::ranges::count(m_filter.processes, thread.process) > 0);
    }
    bool keepsStack(StackIndex stack) const {
        bool isFocused = m_filter.focus.empty();
        for (; stack; stack = m_profile->stacks.parent[stack.row()]) {
            const auto frame = m_profile->stacks.frame[stack.row()];
            const auto& name = (*m_groups)[m_groups->groupOfFrame[frame.row()]].name;
            if (!m_filter.ignore.empty() && matches(m_filter.ignore, name)) return false;
            isFocused |= matches(m_filter.focus, name);
        }
        return isFocused;
    }
    bool keepsLabels(ThreadIndex thread, LabelSetIndex ofSample) const {
        std::vector<LabelSetIndex> sets{ofSample};
        if (thread) {
            sets.push_back(m_profile->threads[thread.row()].labels);
            sets.push_back(m_profile->processes[m_profile->threads[thread.row()].process.row()].labels);
        }
        return std::ranges::all_of(m_filter.labels, [&](const LabelPattern& wanted) {
            return std::ranges::any_of(sets, [&](LabelSetIndex set) {
                return std::ranges::any_of(m_profile->labelsOf(set), [&](const Label& label) {
                    if (m_profile->text(label.key) != wanted.key) return false;
                    if (label.text) return matches(wanted.pattern, m_profile->text(label.text));
                    return matches(wanted.pattern, std::to_string(label.number)) ||
                           matches(wanted.pattern, std::to_string(label.number) + " " +
                                                       std::string(m_profile->text(label.unit)));
                });
            });
        });
    }

    std::shared_ptr<const Profile> m_profile;
    Filter m_filter;
    std::shared_ptr<const FrameGroups> m_groups;
};

std::vector<Filter> filtersToTry() {
    std::vector<Filter> filters{{}};
    const auto add = [&](auto change) {
        Filter filter;
        change(filter);
        filters.push_back(filter);
        filter.time = TimeRange{100, 700};
        filters.push_back(filter);
        filter.focus = "f[12]";
        filters.push_back(filter);
        filter.ignore = "f3|unknown";
        filter.thread = "worker";
        filters.push_back(filter);
    };
    add([](Filter& filter) { filter.time = TimeRange{0, 1}; });
    add([](Filter& filter) { filter.time = TimeRange{500, 500}; });
    add([](Filter& filter) { filter.time = TimeRange{900, 2000}; });
    add([](Filter& filter) { filter.process = "process1"; });
    add([](Filter& filter) { filter.process = "^2$"; });
    add([](Filter& filter) { filter.withoutProcess = "process1"; });
    add([](Filter& filter) { filter.withoutProcess = "^[23]$"; });
    add([](Filter& filter) { filter.thread = "worker[02]"; });
    add([](Filter& filter) { filter.thread = "31"; });
    add([](Filter& filter) { filter.process = "nobody"; });
    add([](Filter& filter) { filter.focus = "^f1$"; });
    add([](Filter& filter) { filter.focus = "m2.so"; });
    add([](Filter& filter) { filter.ignore = "f2"; });
    add([](Filter& filter) { filter.ignore = "."; });
    add([](Filter& filter) { filter.labels = {{"zone", "ea"}}; });
    add([](Filter& filter) { filter.labels = {{"size", "^2$"}}; });
    add([](Filter& filter) { filter.labels = {{"size", "^1 bytes$"}, {"zone", "west"}}; });
    add([](Filter& filter) { filter.labels = {{"absent", ".*"}}; });
    add([](Filter& filter) { filter.threads = {ThreadIndex(1), ThreadIndex(4)}; });
    add([](Filter& filter) { filter.processes = {ProcessIndex(1)}; });
    add([](Filter& filter) {
        filter.processes = {ProcessIndex(0)};
        filter.threads = {ThreadIndex(4)};
    });
    add([](Filter& filter) { filter.cpus = {1}; });
    add([](Filter& filter) {
        filter.cpus = {-1, 2};
        filter.threads = {ThreadIndex(1), ThreadIndex(4)};
    });
    return filters;
}

StackWeights weightsOf(const Profile& profile, const Filter& filter) {
    Task task;
    return *SampleSelector(std::make_shared<Profile>(profile)).stackWeights(ValueTypeIndex(0), filter, task);
}

} // namespace

class FilterTest : public QObject {
    Q_OBJECT
private slots:
    void everyFilterKeepsWhatAWalkOverEverySampleKeeps() {
        for (unsigned seed = 0; seed < 8; ++seed) {
            const auto kind = seed % 2 ? RandomSamples::Lasting : RandomSamples::Moments;
            const auto profile = std::make_shared<Profile>(randomProfile(seed, 400, kind));
            QCOMPARE(check(*profile), std::string());
            SampleSelector selector(profile); // one for all: no cached result may affect another filter
            Task task;
            for (const auto& filter : filtersToTry()) {
                const NaiveFilter naive(profile, filter);
                for (const auto value : {ValueTypeIndex(0), ValueTypeIndex(1)}) {
                    const auto& table = profile->samples[value.row()];
                    StackWeights expected;
                    std::vector<std::int64_t> expectedWeights(profile->stacks.size());
                    std::vector<std::pair<std::size_t, std::int64_t>> expectedRows, rows;
                    for (std::size_t row = 0; row < table.size(); ++row) {
                        if (!naive.keeps(table, row)) continue;
                        const auto stack = table.stack[row];
                        const auto weight = naive.weightOf(table, row);
                        (stack ? expectedWeights[stack.row()] : expected.stackless) += weight;
                        expected.total += weight;
                        expectedRows.emplace_back(row, weight);
                    }
                    const auto weights = selector.stackWeights(value, filter, task);
                    QVERIFY(weights);
                    QVERIFY(std::ranges::equal(weights->weight, expectedWeights));
                    QCOMPARE(weights->stackless, expected.stackless);
                    QCOMPARE(weights->total, expected.total);
                    QCOMPARE(weights->samples, expectedRows.size());
                    QVERIFY(selector.forEachSample(
                        value, filter, task,
                        [&](std::size_t row, std::int64_t weight) { rows.emplace_back(row, weight); }));
                    QCOMPARE(rows, expectedRows);
                }
            }
        }
    }
    void ofWhatLastsThePartInTheRangeIsKept() {
        ProfileBuilder builder;
        const auto value = builder.valueType("time", "nanoseconds");
        builder.setLasts(value);
        constexpr auto latest = std::numeric_limits<std::int64_t>::max();
        for (const auto& [time, weight] : {std::pair{0l, 6'000l}, {6'000l, 10l}, {latest - 5, 100l}})
            builder.addSample(value,
                              {.stack = {}, .weight = weight, .time = time, .thread = {}, .labels = {}});
        const auto profile = builder.build();
        const auto totalAt = [&](std::int64_t begin, std::int64_t end) {
            return weightsOf(profile, {.time = TimeRange{begin, end}}).total;
        };
        QCOMPARE(totalAt(2'000, 3'000), 1'000); // inside a sample that neither begins nor ends there
        QCOMPARE(totalAt(-50, 1), 1);
        QCOMPARE(totalAt(5'999, 6'001), 2);
        QCOMPARE(totalAt(6'010, 9'000), 0);
        QCOMPARE(totalAt(3'000, 3'000), 0);
        QCOMPARE(weightsOf(profile, {.time = TimeRange{2'000, 3'000}}).samples, std::size_t(1));
        QCOMPARE(totalAt(noTime, latest), 6'110);
        QCOMPARE(totalAt(latest - 5, latest - 2), 3);
    }
    void samplesWithoutThreadsTimesOrLabelsAreKeptUntilAskedFor() {
        const auto profile = profileFromText("main;draw 3\nmain;load 4\n 5\n");
        QCOMPARE(weightsOf(profile, {}).total, 12);
        QCOMPARE(weightsOf(profile, {}).stackless, 5);
        QCOMPARE(weightsOf(profile, {.time = TimeRange{noTime, 100}}).total, 0);
        QCOMPARE(weightsOf(profile, {.process = "."}).total, 0);
        QCOMPARE(weightsOf(profile, {.thread = "."}).total, 0);
        QCOMPARE(weightsOf(profile, {.focus = "draw"}).total, 3);
        QCOMPARE(weightsOf(profile, {.ignore = "draw"}).total, 9);
        QCOMPARE(weightsOf(profile, {.labels = {{"key", ""}}}).total, 0);
    }
    void aWrongPatternIsAUsageError() {
        SampleSelector selector(std::make_shared<Profile>(profileFromText("main 1\n")));
        Task task;
        for (const Filter& filter : {Filter{.process = "("}, Filter{.thread = "["}, Filter{.focus = "*"},
                                     Filter{.ignore = "a{2,1}"}, Filter{.labels = {{"key", "("}}}}) {
            const auto weights = selector.stackWeights(ValueTypeIndex(0), filter, task);
            QVERIFY(!weights);
            QCOMPARE(weights.error().code, ErrorCode::Usage);
        }
        QCOMPARE(selector.stackWeights(ValueTypeIndex(0), {.process = "("}, task).error().message,
                 std::string("\"(\" is not a regular expression: missing ): ("));
        QCOMPARE(selector.stackWeights(ValueTypeIndex(0), {}, task)->total, 1);
    }
    void theMaximumWeightIsThatOfAllSamplesOfTheValue() {
        ProfileBuilder builder;
        const auto add = [&](const char* name, const std::vector<std::int64_t>& weights) {
            const auto value = builder.valueType(name, "count");
            for (const auto weight : weights)
                builder.addSample(value, {.stack = {}, .weight = weight, .thread = {}, .labels = {}});
        };
        add("some", {3, 9, -20, 4});
        add("negative", {-3, -1});
        add("none", {});
        SampleSelector selector(std::make_shared<const Profile>(builder.build()));
        for (int call = 0; call < 2; ++call) {
            QCOMPARE(selector.maximumWeight(ValueTypeIndex(0)), 9);
            QCOMPARE(selector.maximumWeight(ValueTypeIndex(1)), 0);
            QCOMPARE(selector.maximumWeight(ValueTypeIndex(2)), 0);
        }
        Task task;
        QVERIFY(selector.stackWeights(ValueTypeIndex(0), {.process = "no such process"}, task));
        QCOMPARE(selector.maximumWeight(ValueTypeIndex(0)), 9);
    }
    void cancelledWorkFailsAsCancelled() {
        SampleSelector selector(std::make_shared<Profile>(profileFromText("main 1\n")));
        Task task;
        task.cancel();
        QCOMPARE(selector.stackWeights(ValueTypeIndex(0), {}, task).error().code, ErrorCode::Cancelled);
        QVERIFY(!selector.forEachSample(ValueTypeIndex(0), {}, task, [](std::size_t, std::int64_t) {}));
    }
    void weightsBeyondTheLimitWrap() {
        const auto weights = weightsOf(
            profileFromText("main 9223372036854775807\nmain 1\nmain;draw 9223372036854775807\n"), {});
        QCOMPARE(weights.weight[0], std::numeric_limits<std::int64_t>::min());
        QCOMPARE(weights.total, -1);
    }
    void manySamplesOnSeveralThreadsAddUpTheSame() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto process = builder.addProcess({.pid = 1, .parent = {}, .name = {}, .labels = {}});
        const auto labels = builder.labelSet({builder.textLabel("zone", "east")});
        std::vector<StackIndex> stacks{StackIndex()};
        for (const auto name : {"a", "b", "c"}) {
            const auto function =
                builder.function({.name = builder.string(name), .rawName = {}, .file = {}, .mapping = {}});
            const auto frame = builder.frame({.function = function, .mapping = {}});
            stacks.push_back(builder.stack({}, frame));
        }
        for (int tid = 0; tid < 3; ++tid) {
            const auto thread = builder.addThread({.process = process, .tid = tid, .name = {}, .labels = {}});
            for (int time = 0; time < 700000; ++time)
                builder.addSample(value, {.stack = stacks[time % 4],
                                          .weight = time % 7,
                                          .time = time,
                                          .thread = thread,
                                          .labels = time % 3 ? labels : LabelSetIndex()});
        }
        const auto profile = std::make_shared<Profile>(builder.build());
        SampleSelector selector(profile);
        Task task;
        const std::vector<LabelPattern> east{{"zone", "east"}};
        for (const Filter& filter : {Filter{}, Filter{.time = TimeRange{1000, 690001}}, Filter{.thread = "2"},
                                     Filter{.labels = east}, Filter{.thread = "1", .labels = east},
                                     Filter{.time = TimeRange{1000, 690001}, .labels = east},
                                     Filter{.focus = "b", .threads = {ThreadIndex(0), ThreadIndex(2)}}}) {
            StackWeights expected;
            std::vector<std::int64_t> expectedWeights(3);
            QVERIFY(selector.forEachSample(value, filter, task, [&](std::size_t row, std::int64_t weight) {
                const auto& table = profile->samples[0];
                const auto stack = table.stack[row];
                (stack ? expectedWeights[stack.row()] : expected.stackless) += weight;
                ++expected.samples;
            }));
            const auto weights = selector.stackWeights(value, filter, task);
            QVERIFY(expected.samples > 100000);
            QVERIFY(std::ranges::equal(weights->weight, expectedWeights));
            QCOMPARE(weights->stackless, expected.stackless);
            QCOMPARE(weights->samples, expected.samples);
        }
    }
    void aSearchIgnoresCaseUnlessItHasCapitals() {
        const auto profile = profileFromText("Main;Draw;redraw;x 1\n");
        const auto found = [&](const std::string& pattern) {
            std::string names;
            const auto matches = *matchingFunctions(profile, pattern);
            for (std::size_t row = 0; row < matches.size(); ++row)
                if (matches[row]) names += std::string(profile.text(profile.functions[row].name)) + " ";
            return names;
        };
        QCOMPARE(found("draw"), std::string("Draw redraw "));
        QCOMPARE(found("Draw"), std::string("Draw "));
        QCOMPARE(found("^\\Sdraw"), std::string(""));
        QCOMPARE(found("^m\\Sin"), std::string("Main "));
        QCOMPARE(found(""), std::string("Main Draw redraw x "));
        QVERIFY(!matchingFunctions(profile, "("));
    }
};

QTEST_GUILESS_MAIN(FilterTest)
#include "filter_test.moc"
