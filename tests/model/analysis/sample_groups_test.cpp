/// Weights by process, thread and label, and the advice about missing names.
#include <vector> // first, because moc can't read <compare> otherwise

#include "model/analysis/completeness/missing_names.h"
#include "model/analysis/samples/sample_groups.h"
#include "model/profile/profile_builder.h"

#include <QTest>

#include <fmt/format.h>

using namespace candela;

namespace {

/// Two processes of one user, a thread with a label of its own, and a sample with one.
std::shared_ptr<const Profile> labelledProfile() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto user = builder.textLabel("user", "anna");
    const auto addProcess = [&](std::int32_t pid, const char* name, std::vector<Label> labels) {
        const auto set = builder.labelSet(std::move(labels));
        return builder.addProcess({.pid = pid, .parent = {}, .name = builder.string(name), .labels = set});
    };
    const auto addThread = [&](ProcessIndex process, std::int32_t tid, LabelSetIndex labels) {
        return builder.addThread(
            {.process = process, .tid = tid, .name = builder.string("worker"), .labels = labels});
    };
    const auto make = addProcess(10, "make", {user, builder.textLabel("unit", "a.service")});
    const auto shell = addProcess(20, "sh", {user});
    const auto first = addThread(make, 10, {});
    const auto second = addThread(make, 11, builder.labelSet({builder.textLabel("unit", "b.service")}));
    const auto third = addThread(shell, 20, {});
    const auto add = [&](ThreadIndex thread, std::int64_t weight, LabelSetIndex labels = {}) {
        builder.addSample(value, {.stack = {}, .weight = weight, .thread = thread, .labels = labels});
    };
    add(first, 1);
    add(first, 2, builder.labelSet({{builder.string("size"), {}, 64, builder.string("bytes")}}));
    add(second, 4);
    add(third, 8);
    add({}, 16);
    return std::make_shared<const Profile>(builder.build());
}

std::string groups(const std::shared_ptr<const Profile>& profile, const char* key,
                   const Filter& filter = {}) {
    SampleSelector selector(profile);
    Task task;
    const auto found =
        sampleGroups(selector, *profile, profile->shownValue(), filter, *sampleKeyFromName(key), task);
    std::string text;
    for (const auto& group : *found)
        text += fmt::format("{}{} {}/{}", text.empty() ? "" : ", ", group.name, group.weight, group.samples);
    return text;
}

} // namespace

class SampleGroupsTest : public QObject {
    Q_OBJECT
private slots:
    void eachKeyHasItsGroups() {
        const auto profile = labelledProfile();
        QCOMPARE(groups(profile, "pid"), "(unknown) 16/1, sh (20) 8/1, make (10) 7/3");
        QCOMPARE(groups(profile, "process"), "(unknown) 16/1, sh 8/1, make 7/3");
        QCOMPARE(groups(profile, "thread-name"), "(unknown) 16/1, worker 15/4");
        QCOMPARE(groups(profile, "thread"),
                 "(unknown) 16/1, worker (20/20) 8/1, worker (10/11) 4/1, worker (10/10) 3/2");
        QCOMPARE(groups(profile, "label:user"), "(none) 16/1, anna 15/4");
        QCOMPARE(groups(profile, "label:unit"),
                 "(none) 24/2, b.service 4/1, a.service 3/2"); // the thread's own label takes precedence
        QCOMPARE(groups(profile, "label:size"), "(none) 29/4, 64 bytes 2/1");
        QCOMPARE(groups(profile, "label:nothing"), "(none) 31/5");
    }

    void processesOfOneNameOrExecutableShareAGroup() {
        // Three compilers, one of them of another build, and a shell without the label.
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto add = [&](int pid, const char* name, const char* executable, std::int64_t weight) {
            std::vector<Label> labels;
            if (*executable) labels.push_back(builder.textLabel("executable", executable));
            const auto process = builder.addProcess({.pid = pid,
                                                     .parent = {},
                                                     .name = builder.string(name),
                                                     .labels = builder.labelSet(std::move(labels))});
            const auto thread = builder.addThread(
                {.process = process, .tid = pid, .name = builder.string(name), .labels = {}});
            builder.addSample(value, {.stack = {}, .weight = weight, .thread = thread, .labels = {}});
        };
        add(1, "cc1plus", "/usr/bin/cc1plus", 1);
        add(2, "cc1plus", "/usr/bin/cc1plus", 2);
        add(3, "cc1plus", "/opt/gcc/cc1plus", 4);
        add(4, "sh", "", 8);
        const auto profile = std::make_shared<const Profile>(builder.build());
        QCOMPARE(groups(profile, "pid"), "sh (4) 8/1, cc1plus (3) 4/1, cc1plus (2) 2/1, cc1plus (1) 1/1");
        QCOMPARE(groups(profile, "process"), "sh 8/1, cc1plus 7/3");
        QCOMPARE(groups(profile, "executable"), "sh 8/1, /opt/gcc/cc1plus 4/1, /usr/bin/cc1plus 3/2");
        SampleSelector selector(profile);
        Task task;
        const auto found = sampleGroups(selector, *profile, value, {}, *sampleKeyFromName("process"), task);
        QCOMPARE((*found)[1].processes, 3u);
    }

    void aFilterByLabelLeavesItsGroups() {
        const auto profile = labelledProfile();
        Filter filter;
        filter.labels = {{"user", "^anna$"}};
        QCOMPARE(groups(profile, "label:user", filter), "anna 15/4");
        filter.labels.push_back({"size", "^64 bytes$"});
        QCOMPARE(groups(profile, "pid", filter), "make (10) 2/1");
    }

    void onlyKeysThatExistAreKeys() {
        QVERIFY(!sampleKeyFromName("label:"));
        QVERIFY(!sampleKeyFromName("function"));
        QVERIFY(!sampleKeyFromName(""));
        QCOMPARE(sampleKeyFromName("label:a:b")->label, "a:b");
    }

    void keysAndValuesAreListed() {
        const auto profile = labelledProfile();
        std::string keys;
        for (const auto& [key, values] : labelKeys(*profile))
            keys += fmt::format("{}{} {}", keys.empty() ? "" : ", ", key, values);
        QCOMPARE(keys, "size 1, unit 2, user 1");
        QCOMPARE(labelKeyNames(*profile), (std::set<std::string>{"size", "unit", "user"}));
        QCOMPARE(labelValues(*profile, "unit"), (std::vector<std::string>{"a.service", "b.service"}));
        QVERIFY(labelValues(*profile, "nothing").empty());
    }

    void missingNamesHaveTheFileThatHasThem() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto add = [&](const char* path, const char* buildId, std::int64_t weight) {
            const auto mapping =
                builder.mapping({.path = builder.string(path), .buildId = builder.string(buildId)});
            const auto frame = builder.frame({.function = {}, .mapping = mapping, .address = 16});
            builder.addSample(
                value, {.stack = builder.stack({}, frame), .weight = weight, .thread = {}, .labels = {}});
        };
        add("/usr/lib/libz.so.1", "abcdef0123", 8);
        add("/opt/old", "", 4);
        add("[generated code]", "", 2);
        add("[vdso]", "", 1);
        // They have no code, so no name can be missing.
        builder.addSample(value, {.stack = {}, .weight = 100, .thread = {}, .labels = {}});
        const auto profile = builder.build();
        const auto completeness = completenessOf(profile);
        QCOMPARE(completeness.stackless, 100);
        const auto missing = missingNames(profile, completeness);
        QCOMPARE(missing.size(), 4u);
        QCOMPARE(missing[0].module, "/usr/lib/libz.so.1");
        QCOMPARE(missing[0].weight, 8);
        QCOMPARE(missing[0].buildId, "abcdef0123");
        QCOMPARE(missing[0].file, "/usr/lib/debug/.build-id/ab/cdef0123.debug");
        QVERIFY(missing[0].remedy.contains("debug symbols"));
        QVERIFY(missing[1].file.empty());
        QVERIFY(missing[1].remedy.contains("build ID"));
        QVERIFY(missing[2].remedy.contains("perf map"));
        QVERIFY(missing[3].remedy.empty());
        QVERIFY(missing[0].example.empty());
    }

    void aFunctionsStartIsNoName() {
        ProfileBuilder builder;
        const auto value = builder.valueType("cpu", "nanoseconds");
        const auto mapping =
            builder.mapping({.path = builder.string("/usr/bin/gzip"), .buildId = builder.string("abcdef01")});
        const auto add = [&](const char* name, MappingIndex functionMapping, std::int64_t weight) {
            const auto function = builder.function(
                {.name = builder.string(name), .rawName = {}, .file = {}, .mapping = functionMapping});
            const auto frame = builder.frame({.function = function, .mapping = mapping, .address = 16});
            builder.addSample(
                value, {.stack = builder.stack({}, frame), .weight = weight, .thread = {}, .labels = {}});
        };
        add("gzip+0x4290", mapping, 8);
        add("gzip+0x5000", {}, 4); // some formats do not state a function's module
        add("main", mapping, 2);
        add("gzip+0x", mapping, 1);
        add("gzip+0x12z", mapping, 1);
        add("libz.so+0x10", mapping, 1);
        const auto profile = builder.build();
        const auto completeness = completenessOf(profile);
        QCOMPARE(completeness.unnamed,
                 (std::vector<std::pair<std::string, std::int64_t>>{{"/usr/bin/gzip", 12}}));
        const auto missing = missingNames(profile, completeness);
        QCOMPARE(missing.size(), 1u);
        QCOMPARE(missing[0].example, "gzip+0x4290");
        QVERIFY(missing[0].remedy.contains("debug symbols"));
    }
};

QTEST_GUILESS_MAIN(SampleGroupsTest)
#include "sample_groups_test.moc"
