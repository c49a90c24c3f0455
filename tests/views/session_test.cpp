/// The values that a Session derives, and those that it keeps when a newer snapshot arrives.
#include "tests/named_path.h"
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/session/session.h"

#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace candela;

class SessionTest : public QObject {
    Q_OBJECT
private slots:
    void weightsFunctionsAndMatchesArriveTogether() {
        Session session;
        QSignalSpy spy(&session, &Session::weightsChanged);
        session.setSearch("dra");
        session.setProfile(sharedProfile("main;draw;draw 6\nmain;drain 2\nmain;read 4\n"));
        QVERIFY(session.isBusy());
        QVERIFY(session.shown().isEmpty());
        settle();
        QVERIFY(!session.isBusy());
        QCOMPARE(spy.count(), 1);
        QCOMPARE(session.shown().total(), 12);
        QCOMPARE(session.shown().functions->size(), 4U);
        // Each stack counts once, even with several matches.
        QCOMPARE(session.shown().matches->coverage.weight, 8);
        QCOMPARE(session.shown().matches->coverage.groups, 2U);
    }
    void aSearchChangesOnlyTheMatches() {
        Session session;
        session.setProfile(sharedProfile("main;draw 6\nmain;read 4\n"));
        settle();
        QSignalSpy weights(&session, &Session::weightsChanged);
        QSignalSpy matches(&session, &Session::matchesChanged);
        session.setSearch("read");
        settle();
        QCOMPARE(weights.count(), 0);
        QCOMPARE(matches.count(), 1);
        QCOMPARE(session.shown().matches->coverage.weight, 4);
        session.setSearch("rea(");
        settle();
        QVERIFY(!session.shown().matches->isActive());
        QVERIFY(!session.shown().matches->failure.empty());
        QVERIFY(!QString::fromStdString(session.shown().matches->failure).contains('\n'));
    }
    void rootsAreOnTopOfTheTreesAndAreNoFunctions() {
        Session session;
        session.setProfile(ExampleRecording().make(2000));
        session.setRoots({});
        settle();
        const auto total = session.shown().total();
        const auto functions = session.shown().functions->size();
        const auto topOf = [&session] {
            auto tree = session.shown().tree(Direction::TopDown);
            std::set<std::string> names;
            for (const auto node : tree.children({}))
                names.insert(tree.groups()[tree.group(node)].name);
            return names;
        };
        QCOMPARE(topOf(), std::set<std::string>{"_start"});
        QSignalSpy spy(&session, &Session::rootsChanged);
        session.setRoots(SampleKey{SampleKey::Kind::Label, "user"});
        QCOMPARE(spy.count(), 1);
        settle();
        QCOMPARE(topOf(), (std::set<std::string>{"anna", "postgres", "root"}));
        QCOMPARE(session.shown().total(), total);
        QCOMPARE(session.shown().functions->size(), functions);
        session.setGrouping(Grouping::Module);
        settle();
        QCOMPARE(topOf(), (std::set<std::string>{"[anna]", "[postgres]", "[root]"}));
        Filter filter;
        filter.labels = {{"user", "^anna$"}};
        session.setFilter(filter);
        session.setGrouping(Grouping::Function);
        session.setProfile(ExampleRecording().make(3000)); // the next snapshot
        settle();
        QCOMPARE(topOf(), std::set<std::string>{"anna"});
        session.setRoots({});
        session.setFilter({});
        settle();
        QCOMPARE(topOf(), std::set<std::string>{"_start"});
    }
    void aNameAloneIsThatOfAFunctionRatherThanOfItsProcess() {
        ProfileBuilder builder;
        const auto name = builder.string("find");
        const auto process = builder.addProcess({.pid = 7, .parent = {}, .name = name, .labels = {}});
        const auto thread = builder.addThread({.process = process, .tid = 7, .name = name, .labels = {}});
        const auto module = builder.mapping({.path = builder.string("/bin/find"), .buildId = {}});
        const auto function = builder.function(
            {.name = name, .rawName = {}, .file = builder.string("find.c"), .mapping = module});
        const auto stack = builder.stack({}, builder.frame({.function = function, .mapping = module}));
        builder.addSample(builder.valueType("cpu", "nanoseconds"),
                          {.stack = stack, .weight = 3, .thread = thread, .labels = {}});
        Session session;
        session.setProfile(std::make_shared<const Profile>(builder.build()));
        session.setRoots(sampleKeyFromName("process"));
        settle();
        const auto& groups = session.shown().groups();
        const auto named = groupOf(groups, {"find", {}});
        QVERIFY(named && !groups.isRoot(named));
        auto tree = session.shown().tree(Direction::TopDown);
        const auto root = tree.children({})[0];
        QCOMPARE(tree.groups()[tree.group(root)].name, std::string("find"));
        QCOMPARE(groupOf(groups, selectionOf(tree, root)), tree.group(root));
    }
    void focusAndTransformsTakeNamesLiterally() {
        Session session;
        session.setProfile(sharedProfile("main;f(int*) 5\nmain;f(int) 3\nmain;g 1\n"));
        session.focusOn("f(int*)");
        settle();
        QCOMPARE(session.shown().total(), 5);
        session.setFilter({});
        session.addTransform({TransformKind::Drop, {"f(int*)"}});
        session.addTransform({TransformKind::Drop, {"g"}});
        settle();
        QCOMPARE(session.shown().total(), 3);
    }
    void aWrongFilterIsReportedAndTheLastResultStays() {
        Session session;
        session.setProfile(sharedProfile("main 5\n"));
        settle();
        Filter filter;
        filter.focus = "ma(";
        session.setFilter(filter);
        settle();
        QVERIFY(!session.failure().isEmpty());
        QCOMPARE(session.shown().total(), 5);
        session.setFilter({});
        settle();
        QVERIFY(session.failure().isEmpty());
    }
    void aNewerSnapshotKeepsWhatTheUserChose() {
        Session session;
        session.setProfile(sharedProfile("main;draw 6\n"));
        settle();
        session.setZoom(namedPath(Direction::TopDown, {"main", "draw"}));
        session.setSelected({"draw", namedPath(Direction::TopDown, {"main", "draw"})});
        session.setSearch("draw");
        session.setGrouping(Grouping::Module);
        Filter filter;
        filter.ignore = "idle";
        session.setFilter(filter);
        session.setProfile(sharedProfile("main;draw 6\nmain;idle 3\nmain;draw;blit 2\n"));
        settle();
        QCOMPARE(session.zoom().names().size(), 2U);
        QCOMPARE(session.selected().function, std::string("draw"));
        QCOMPARE(session.search(), QString("draw"));
        QCOMPARE(session.grouping(), Grouping::Module);
        QCOMPARE(session.shown().total(), 8);
    }
    void aMachineHasATreeForEachProcessNameUntilTheUserChooses() {
        const auto ofProcesses = [](std::vector<const char*> names) {
            ProfileBuilder builder;
            const auto value = builder.valueType("samples", "count");
            const auto frame = builder.frame(
                {.function = builder.function(
                     {.name = builder.string("main"), .rawName = {}, .file = {}, .mapping = {}}),
                 .mapping = {}});
            std::int32_t pid = 10;
            for (const auto* name : names) {
                const auto process = builder.addProcess(
                    {.pid = ++pid, .parent = {}, .name = builder.string(name), .labels = {}});
                const auto thread = builder.addThread(
                    {.process = process, .tid = pid, .name = builder.string("worker"), .labels = {}});
                builder.addSample(
                    value, {.stack = builder.stack({}, frame), .weight = 1, .thread = thread, .labels = {}});
            }
            return std::make_shared<const Profile>(builder.build());
        };
        const SampleKey byName{SampleKey::Kind::ProcessName};
        Session session;
        session.setProfile(ofProcesses({"make", "make"}));
        QVERIFY(!session.roots());
        // A newer snapshot of the recording has more programs.
        session.setProfile(ofProcesses({"make", "make", "cc1plus"}));
        QCOMPARE(session.roots(), byName);
        settle();
        auto tree = session.shown().tree(Direction::TopDown);
        QCOMPARE(tree.children({}).size(), 2U);
        QCOMPARE(tree.groups()[tree.group(tree.children({})[0])].name, std::string("make"));
        session.setRoots({});
        session.setProfile(ofProcesses({"make", "cc1plus", "ld"}));
        QVERIFY(!session.roots());
        session.reset();
        session.setProfile(ofProcesses({"make", "ld"}));
        QCOMPARE(session.roots(), byName);
    }
    void anotherSessionGoesOnWithWhatTheUserChose() {
        const auto twoValues = [](int weight) {
            ProfileBuilder builder;
            for (const auto* name : {"first", "second"})
                builder.addSample(builder.valueType(name, "count"),
                                  {.stack = {}, .weight = weight, .time = 5, .thread = {}, .labels = {}});
            return std::make_shared<const Profile>(builder.build());
        };
        Session live;
        live.setProfile(twoValues(6));
        live.setValue(ValueTypeIndex(0));
        live.setRoots(SampleKey{SampleKey::Kind::Thread});
        live.setZoom(namedPath(Direction::TopDown, {"main", "draw"}));
        live.setSelected({"draw", namedPath(Direction::TopDown, {"main", "draw"})});
        live.setSearch("draw");
        live.setGrouping(Grouping::Module);
        Filter filter;
        filter.time = TimeRange{2, 9};
        filter.threads = {ThreadIndex(9)}; // a thread that the other profile does not have
        live.setFilter(filter);
        Session session;
        session.takeView(live); // without a profile, there is nothing to show
        QCOMPARE(session.search(), QString());
        session.setProfile(twoValues(8));
        QCOMPARE(session.value(), ValueTypeIndex(1));
        session.takeView(live);
        settle();
        QCOMPARE(session.value(), ValueTypeIndex(0));
        QCOMPARE(session.roots(), live.roots());
        QCOMPARE(session.filter().time, filter.time);
        QCOMPARE(session.zoom(), live.zoom());
        QVERIFY(session.canZoomBack());
        QCOMPARE(session.selected().function, std::string("draw"));
        QCOMPARE(session.search(), QString("draw"));
        QCOMPARE(session.grouping(), Grouping::Module);
        QVERIFY(session.filter().threads.empty());
        QCOMPARE(session.shown().total(), 8);
    }
    void snapshotsThatComeFasterThanTheyAreComputedAreStillSeen() {
        Session session;
        QSignalSpy spy(&session, &Session::weightsChanged);
        session.setProfile(sharedProfile("main 1\n"));
        for (int second = 2; second < 20; ++second) {
            session.setProfile(sharedProfile("main " + std::to_string(second) + "\n"));
            // A job that was started earlier ends although a newer result exists.
            QThreadPool::globalInstance()->waitForDone();
            QCoreApplication::processEvents();
        }
        QVERIFY(spy.count() >= 18);
        settle();
        QCOMPARE(session.shown().total(), 19);
    }
    void theZoomHasAHistory() {
        Session session;
        const auto first = namedPath(Direction::TopDown, {"main"});
        const auto second = namedPath(Direction::TopDown, {"main", "draw"});
        session.setZoom(first);
        session.setZoom(second);
        session.zoomBack();
        QCOMPARE(session.zoom(), first);
        session.zoomForward();
        QCOMPARE(session.zoom(), second);
        session.zoomBack();
        session.zoomBack();
        QVERIFY(session.zoom().isEmpty());
        QVERIFY(!session.canZoomBack());
        session.setZoom(second);
        QVERIFY(!session.canZoomForward());
    }
    void theZoomStaysWhenTheRootsChange() {
        Session session;
        session.setProfile(ExampleRecording().make(2000));
        session.setRoots({});
        settle();
        const auto zoomed = [&session] {
            auto tree = session.shown().tree(session.zoom().direction);
            return callPath(tree, findCallNode(tree, session.zoom()));
        };
        auto tree = session.shown().tree(Direction::TopDown);
        const auto start = tree.children({})[0];
        const auto path = callPath(tree, tree.children(start)[0]);
        session.setZoom(callPath(tree, start));
        session.setZoom(path);
        session.setSelected({path.steps.back().name, path});
        session.setRoots(SampleKey{SampleKey::Kind::Label, "user"});
        settle();
        const auto below = zoomed();
        QCOMPARE(below.steps.size(), path.steps.size() + 1);
        QCOMPARE(withoutRoot(below), path);
        // The heaviest of the roots that have it.
        auto rooted = session.shown().tree(Direction::TopDown);
        QCOMPARE(below.steps.front().name, rooted.groups()[rooted.group(rooted.children({})[0])].name);
        // From a root that was chosen to one tree.
        session.setZoom(below);
        session.setSelected({path.steps.back().name, below});
        session.setRoots({});
        settle();
        QCOMPARE(session.zoom(), path);
        QCOMPARE(zoomed(), path);
        QCOMPARE(session.selected().path, path);
        session.zoomBack();
        QCOMPARE(zoomed().steps.size(), 1U);
        session.zoomBack();
        QVERIFY(session.zoom().isEmpty());
        QVERIFY(!session.canZoomBack());
    }
    void resettingForgetsEverything() {
        Session session;
        session.setProfile(sharedProfile("main;draw 6\n"));
        session.setSearch("draw");
        session.setZoom(namedPath(Direction::TopDown, {"main"}));
        settle();
        session.reset();
        settle();
        QVERIFY(session.shown().isEmpty());
        QVERIFY(!session.profile());
        QVERIFY(session.search().isEmpty());
        QVERIFY(session.zoom().isEmpty());
        QVERIFY(!session.isBusy());
    }
    void aPathFindsItsNodeInAnotherTree() {
        const auto treeOf = [](std::string_view text, Direction direction) {
            const auto groups = groupFrames(sharedProfile(text), Grouping::Function);
            SampleSelector selector(groups->profile);
            Task task;
            return CallTree::create(direction, callTreeShape(groups),
                                    *selector.stackWeights(ValueTypeIndex(0), {}, task));
        };
        auto tree = treeOf("main;draw;blit 1\nmain;read 5\n", Direction::TopDown);
        const auto path = namedPath(Direction::TopDown, {"main", "draw", "fill"});
        QVERIFY(findCallNode(tree, path).isNone());
        QCOMPARE(callPath(tree, nearestCallNode(tree, path)).names(),
                 (std::vector<std::string>{"main", "draw"}));
        QVERIFY(nearestCallNode(tree, namedPath(Direction::Inverted, {"main"})).isNone());
        auto inverted = treeOf("main;draw;blit 1\nmain;read 5\n", Direction::Inverted);
        const auto callers = namedPath(Direction::Inverted, {"blit", "draw"});
        QCOMPARE(callPath(inverted, findCallNode(inverted, callers)), callers);
    }

    void ofNodesWithOneNameThePathFindsItsOwn() {
        const auto groups =
            groupFrames(sharedProfile("main@one;work@one 7\nmain@two;work@two 5\n"), Grouping::Function);
        SampleSelector selector(groups->profile);
        Task task;
        auto tree = CallTree::create(Direction::TopDown, callTreeShape(groups),
                                     *selector.stackWeights(ValueTypeIndex(0), {}, task));
        const auto roots = tree.children({});
        QCOMPARE(roots.size(), 2U);
        for (const auto root : std::vector(roots.begin(), roots.end())) {
            const auto work = tree.children(root)[0];
            QCOMPARE(findCallNode(tree, callPath(tree, work)), work);
            QCOMPARE(groupOf(*groups, selectionOf(tree, work)), tree.group(work));
        }
        // The program has another name on the other side of a comparison.
        QVERIFY(findCallNode(tree, {Direction::TopDown, {{"main", "three"}, {"work", "three"}}}));
    }
};

QTEST_MAIN(SessionTest)
#include "session_test.moc"
