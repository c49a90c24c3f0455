/// Zoom and selection in trees of processes and labels: which steps of a path are roots, and what stays of it
/// when the trees get other roots.
#include "model/profile/profile_builder.h"
#include "tests/named_path.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_session.h"
#include "views/flame_graph/flame_graph_view.h"

#include <QSignalSpy>
#include <QTest>

using namespace candela;

namespace {

struct OneSample {
    std::string process;
    std::vector<std::string> functions; ///< from the outermost one; the module has the same name
    std::int64_t weight;
};

std::shared_ptr<const Profile> profileOf(const std::vector<OneSample>& samples) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    std::int32_t pid = 10;
    for (const auto& [name, functions, weight] : samples) {
        const auto process =
            builder.addProcess({.pid = ++pid, .parent = {}, .name = builder.string(name), .labels = {}});
        const auto thread = builder.addThread(
            {.process = process, .tid = pid, .name = builder.string(name + " thread"), .labels = {}});
        StackIndex stack;
        for (const auto& function : functions) {
            const auto text = builder.string(function);
            const auto module = builder.mapping({.path = text, .buildId = {}});
            const auto row = builder.function({.name = text, .rawName = {}, .file = {}, .mapping = module});
            stack = builder.stack(stack, builder.frame({.function = row, .mapping = module}));
        }
        builder.addSample(value, {.stack = stack, .weight = weight, .thread = thread, .labels = {}});
    }
    return std::make_shared<const Profile>(builder.build());
}

const SampleKey byProcess{SampleKey::Kind::ProcessName};
using Names = std::vector<std::string>;

/// The path of the node that is reached by these names from the top of the shown tree.
CallPath pathIn(const Session& session, Direction direction, const Names& names) {
    auto tree = session.shown().tree(direction);
    CallNodeIndex node;
    for (const auto& name : names) {
        const auto children = tree.children(node);
        const auto found = std::ranges::find_if(
            children, [&](CallNodeIndex child) { return tree.groups()[tree.group(child)].name == name; });
        if (found == children.end()) qFatal("no such node");
        node = *found;
    }
    return callPath(tree, node);
}

/// The names on the way to the node that the path leads to in the shown tree; empty: to none.
Names found(const Session& session, const CallPath& path) {
    auto tree = session.shown().tree(path.direction);
    return callPath(tree, findCallNode(tree, path)).names();
}

void show(Session& session, const std::vector<OneSample>& samples, std::optional<SampleKey> roots) {
    session.setProfile(profileOf(samples));
    session.setRoots(roots);
    settle();
}

} // namespace

class RootedPathsTest : public QObject {
    Q_OBJECT
private slots:
    void codeInBracketsIsNoRoot() {
        Session session;
        show(session, {{"make", {"[kernel]"}, 5}}, byProcess);
        session.setZoom(pathIn(session, Direction::Inverted, {"[kernel]"}));
        session.setRoots({});
        settle();
        QCOMPARE(session.zoom().names(), Names{"[kernel]"});
        session.setRoots(byProcess);
        settle();
        session.setZoom(pathIn(session, Direction::TopDown, {"make", "[kernel]"}));
        session.setRoots(SampleKey{SampleKey::Kind::Process});
        settle();
        QCOMPARE(session.zoom().names(), Names{"[kernel]"});
        session.setRoots({});
        settle();
        QCOMPARE(session.zoom().names(), Names{"[kernel]"});
    }
    void aRootOfAFunctionsNameIsNotThatFunction() {
        Session session;
        show(session, {{"main", {"main", "draw"}, 5}, {"other", {"main", "read"}, 3}}, std::nullopt);
        const auto function = pathIn(session, Direction::TopDown, {"main"});
        const auto draw = pathIn(session, Direction::TopDown, {"main", "draw"});
        const auto read = pathIn(session, Direction::TopDown, {"main", "read"});
        session.setRoots(byProcess);
        settle();
        QCOMPARE(found(session, function), (Names{"main", "main"}));
        QCOMPARE(found(session, draw), (Names{"main", "main", "draw"}));
        QCOMPARE(found(session, read), (Names{"other", "main", "read"}));
        // A root that another profile lacks is not a function there.
        const auto root = pathIn(session, Direction::TopDown, {"main"});
        Session without;
        show(without, {{"other", {"main", "draw"}, 5}}, byProcess);
        QCOMPARE(found(without, root), Names());
        QCOMPARE(found(without, function), (Names{"other", "main"}));
        without.setRoots({});
        settle();
        QCOMPARE(found(without, root), Names());
    }
    void hidingAFunctionKeepsTheRootOfItsName() {
        Session session;
        show(session, {{"main", {"main", "draw"}, 5}}, byProcess);
        session.setZoom(pathIn(session, Direction::TopDown, {"main", "main", "draw"}));
        session.addTransform({TransformKind::Hide, {"main"}});
        settle();
        QCOMPARE(session.zoom().names(), (Names{"main", "draw"}));
        QCOMPARE(found(session, session.zoom()), (Names{"main", "draw"}));
    }
    void ofASelectedRootTheCodeNextToItStays() {
        Session session;
        show(session, {{"make", {"main", "copy"}, 5}}, byProcess);
        const auto path = pathIn(session, Direction::Inverted, {"copy", "main", "make"});
        session.setSelected({"make", path});
        QSignalSpy spy(&session, &Session::selectedChanged);
        session.setRoots({});
        QCOMPARE(session.selected().path, path); // as long as the tree with roots is shown
        settle();
        QCOMPARE(session.selected().function, std::string("main"));
        QCOMPARE(session.selected().path.names(), (Names{"copy", "main"}));
        QCOMPARE(spy.count(), 1);
        session.setRoots(byProcess);
        settle();
        session.setSelected({"make", pathIn(session, Direction::TopDown, {"make"})});
        session.setRoots({});
        settle();
        QVERIFY(session.selected().isEmpty());
        QVERIFY(session.selected().path.isEmpty());
    }
    void bothSidesOfAComparisonForgetTheRootsOfTheirOwnZooms() {
        for (const bool isOfNew : {false, true}) {
            ComparisonSession session;
            session.setProfiles(
                {profileOf({{"make", {"main", "parse", "scan"}, 30}, {"make", {"main", "draw"}, 50}}),
                 profileOf({{"make", {"main", "decode", "scan"}, 29}, {"make", {"main", "draw"}, 55}})});
            session.base().setRoots(byProcess);
            settle();
            auto& zoomed = isOfNew ? session.newSide() : session.base();
            auto path = pathIn(zoomed, Direction::TopDown, {"make", "main", isOfNew ? "decode" : "parse"});
            path.steps.back().module.clear(); // the way to the other side and back adds it
            zoomed.setZoom(path);
            QCOMPARE(session.base().zoom().names(), (Names{"make", "main", "parse"}));
            QCOMPARE(session.newSide().zoom().names(), (Names{"make", "main", "decode"}));
            session.base().setRoots({});
            settle();
            QVERIFY(!session.newSide().roots());
            QCOMPARE(zoomed.zoom(), withoutRoot(path));
            QCOMPARE(session.base().zoom().names(), (Names{"main", "parse"}));
            QCOMPARE(session.newSide().zoom().names(), (Names{"main", "decode"}));
        }
    }
    void untilTheNextTreeIsThereTheShownOneKeepsItsZoom() {
        Session session;
        FlameGraphView view(session);
        view.resize(1000, 600);
        view.show();
        show(session, {{"big", {"main", "draw"}, 9}, {"small", {"main", "draw"}, 2}}, byProcess);
        session.setZoom({Direction::TopDown, {}});
        auto& canvas = *view.canvas();
        const auto shownZoom = [&canvas] {
            return callPath(*canvas.scene().tree, canvas.scene().layout.root).names();
        };
        const Names small{"small", "main"};
        session.setZoom(pathIn(session, Direction::TopDown, small));
        QCOMPARE(shownZoom(), small);
        session.setRoots({});
        QCOMPARE(session.zoom().names(), Names{"main"});
        QCOMPARE(shownZoom(), small);
        view.resize(900, 600);
        QCOMPARE(shownZoom(), small);
        // What is chosen meanwhile comes with the next tree.
        session.setZoom(pathIn(session, Direction::TopDown, {"small", "main", "draw"}));
        QCOMPARE(shownZoom(), small);
        settle();
        QCOMPARE(session.zoom().names(), (Names{"main", "draw"}));
        QCOMPARE(shownZoom(), (Names{"main", "draw"}));
    }
};

QTEST_MAIN(RootedPathsTest)
#include "rooted_paths_test.moc"
