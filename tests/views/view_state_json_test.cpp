/// Views as JSON: every choice returns, and none is applied to a profile that it was not made in.
#include <QTest>

#include "model/profile/profile_builder.h"
#include "tests/named_path.h"
#include "views/session/view_state_json.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace candela;

namespace {

/// Two processes with a thread each.
Profile twoProcesses(const std::string& second) {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto waits = builder.valueType("waiting", "nanoseconds");
    for (int number = 0; number < 2; ++number) {
        const auto name = builder.string(number == 0 ? "editor" : second);
        const auto process = builder.addProcess(
            {.pid = 10 + number, .startTime = 5, .parent = {}, .name = name, .labels = {}});
        const auto thread =
            builder.addThread({.process = process, .tid = 20 + number, .name = name, .labels = {}});
        builder.addSample(value, {.stack = {}, .weight = 3, .thread = thread, .labels = {}});
        builder.addSample(waits, {.stack = {}, .weight = 3, .thread = thread, .labels = {}});
    }
    return builder.build();
}

/// A state in which nothing has its default.
ViewState fullState(const Profile& profile) {
    ViewState state;
    state.value = profile.findValue("waiting");
    state.filter = {.time = TimeRange{-3, std::int64_t(1) << 60},
                    .process = "ed.*",
                    .thread = "\"quoted\"",
                    .focus = "^ümläut$",
                    .ignore = "a|b",
                    .hide = "std::",
                    .labels = {{"user", "anna"}, {"user", ""}},
                    .processes = {ProcessIndex(1)},
                    .threads = {ThreadIndex(1), ThreadIndex(0)},
                    .cpus = {-1, 3},
                    .transforms = {{TransformKind::Hide, {"a;b\\c"}},
                                   {TransformKind::Subtree, {"main", "x;y"}},
                                   {TransformKind::CollapseRecursion}}};
    state.grouping = Grouping::Line;
    state.roots = SampleKey{SampleKey::Kind::Label, "user"};
    state.search = "[a-z]";
    state.zooms = {{},
                   namedPath(Direction::TopDown, {"main"}),
                   {Direction::Inverted, {{"f", "libc.so", "f.c"}, {"anna", "[anna]", {}, true}}}};
    state.zoom = 2;
    return state;
}

QJsonObject throughText(const QJsonObject& json) {
    return QJsonDocument::fromJson(QJsonDocument(json).toJson()).object();
}

} // namespace

class ViewStateJsonTest : public QObject {
    Q_OBJECT
private slots:
    void everyChoiceReturns() {
        const auto profile = twoProcesses("shell");
        auto expected = fullState(profile);
        const auto json = throughText(viewStateToJson(expected, profile));
        const auto state = viewStateFromJson(json, profile);
        QVERIFY(state);
        expected.zooms = {CallPath(), expected.zooms[2]}; // of the history, only the current one is kept
        expected.zoom = 1;
        QCOMPARE(*state == expected, true);
    }
    void theDefaultReturns() {
        const auto profile = twoProcesses("shell");
        ViewState state;
        state.value = profile.shownValue();
        const auto found = viewStateFromJson(throughText(viewStateToJson(state, profile)), profile);
        QVERIFY(found);
        QCOMPARE(*found == state, true);
    }
    void theStateOfAProfileWithoutValuesReturns() {
        const auto empty = ProfileBuilder().build();
        const ViewState state;
        const auto json = throughText(viewStateToJson(state, empty));
        const auto found = viewStateFromJson(json, empty);
        QVERIFY(found);
        QCOMPARE(*found == state, true);
        QVERIFY(!viewStateFromJson(json, twoProcesses("shell")));
    }
    void aProfileWithOtherProcessesIsRefused() {
        const auto profile = twoProcesses("shell");
        const auto json = viewStateToJson(fullState(profile), profile);
        QVERIFY(viewStateFromJson(json, twoProcesses("shell")));
        QVERIFY(!viewStateFromJson(json, twoProcesses("compiler")));
        ProfileBuilder builder;
        builder.valueType("waiting", "nanoseconds");
        QVERIFY(!viewStateFromJson(json, builder.build()));
    }
    void aProfileWithoutTheValueIsRefused() {
        const auto profile = twoProcesses("shell");
        ViewState state;
        state.value = profile.findValue("waiting");
        const auto json = viewStateToJson(state, profile);
        ProfileBuilder builder;
        builder.valueType("cpu", "nanoseconds");
        QVERIFY(!viewStateFromJson(json, builder.build()));
    }
    void selectionsReturn() {
        const Selection selection{"draw", {Direction::Inverted, {{"draw", "app", "d.c"}, {"main"}}}};
        QCOMPARE(selectionFromJson(throughText(selectionToJson(selection))) == selection, true);
        QVERIFY(selectionFromJson(selectionToJson({})).isEmpty());
    }
    void malformedJsonIsRefusedOrEmpty() {
        const auto profile = twoProcesses("shell");
        const auto whole = viewStateToJson(fullState(profile), profile);
        for (const auto& key : whole.keys())
            for (const auto& value :
                 {QJsonValue(), QJsonValue(3.5), QJsonValue("x"), QJsonValue(QJsonArray{1, "a"}),
                  QJsonValue(QJsonObject{{"transforms", QJsonArray{"no such:x"}},
                                         {"processes", QJsonArray{QJsonObject{{"row", 1e30}}}},
                                         {"steps", QJsonArray{1, QJsonArray{}}}})}) {
                auto damaged = whole;
                damaged[key] = value;
                if (const auto state = viewStateFromJson(damaged, profile)) {
                    QVERIFY(state->value && state->zoom < state->zooms.size());
                    for (const auto process : state->filter.processes)
                        QVERIFY(process.row() < profile.processes.size());
                }
            }
        QVERIFY(!viewStateFromJson({}, profile));
    }
};

QTEST_GUILESS_MAIN(ViewStateJsonTest)
#include "view_state_json_test.moc"
