/// Undo and redo of a user's choices: any sequence of actions leads back to the first state.
#include <QTest>

#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/comparison/comparison_session.h"
#include "views/filter/search_box.h"
#include "views/session/view_history.h"
#include "views/timeline/timeline_canvas.h"
#include "views/timeline/timeline_view.h"

#include <QLineEdit>

#include <random>

using namespace candela;

namespace {

std::shared_ptr<const Profile> profile(std::string_view text) {
    return std::make_shared<const Profile>(profileFromText(text));
}

/// Ends a turn of the event loop.
void endTurn() {
    QCoreApplication::processEvents();
}

CallPath pathOf(const std::vector<std::string>& names) {
    CallPath path;
    for (const auto& name : names)
        path.steps.push_back({name});
    return path;
}

/// Random actions of a user; an action without effect is left out.
class RandomUser {
public:
    RandomUser(Session& session, unsigned seed) : m_session(session), m_random(seed) {}

    void act() {
        const std::vector<std::string> names{"main", "ServerLoop", "Tracer::trace(Ray const&, int)"};
        const auto name = names[below(names.size())];
        auto filter = m_session.filter();
        switch (below(13)) {
        case 0:
            return m_session.setSearch(QString::fromStdString(name));
        case 1:
            return m_session.setSearch({});
        case 2:
            return m_session.setZoom(pathOf({"_start", name}));
        case 3:
            return m_session.setZoom({});
        case 4:
            return below(2) == 0 ? m_session.zoomBack() : m_session.zoomForward();
        case 5:
            return m_session.setGrouping(static_cast<Grouping>(below(5)));
        case 6:
            return m_session.setRoots(below(2) == 0 ? std::nullopt : sampleKeyFromName("process"));
        case 7:
            return m_session.focusOn(name);
        case 8:
        case 9: {
            const auto& known = allTransforms()[below(allTransforms().size())];
            return m_session.addTransform({known.kind, {name}});
        }
        case 10:
            filter.threads = {ThreadIndex(below(3))};
            break;
        case 11:
            filter.time = TimeRange{std::int64_t(below(4)) * 1'000'000'000, 9'000'000'000};
            break;
        case 12:
            if (!filter.transforms.empty())
                filter.transforms.erase(filter.transforms.begin() +
                                        std::ptrdiff_t(below(filter.transforms.size())));
            else
                filter = {};
            break;
        }
        m_session.setFilter(filter);
    }

    std::size_t below(std::size_t limit) {
        return std::uniform_int_distribution<std::size_t>(0, limit - 1)(m_random);
    }

private:
    Session& m_session;
    std::mt19937 m_random;
};

/// Takes two functions of a comparison apart, changes its pins, or what is shown of it.
void actOnBoth(ComparisonSession& session, RandomUser& user) {
    auto& choices = session.choices();
    const auto number = std::to_string(user.below(1'000'000));
    switch (user.below(5)) {
    case 0: {
        auto links = choices.links();
        addHandLink(links, {HandLinkKind::Unlink, "main", number});
        return choices.setLinks(std::move(links));
    }
    case 1:
        return session.setNormalize(static_cast<Normalize>(user.below(3)));
    case 2:
        return choices.setListed(static_cast<ListedVerdicts>(user.below(4)));
    case 3:
        return choices.setWidth(static_cast<DifferenceWidth>(user.below(4)));
    default:
        break;
    }
    auto pins = choices.pins();
    if (!pins.empty() && user.below(2) == 0)
        pins.erase(pins.begin());
    else
        pins.insert(number);
    choices.setPins(std::move(pins));
}

} // namespace

class ViewHistoryTest : public QObject {
    Q_OBJECT
private slots:
    void anySequenceOfActionsLeadsBackToTheFirstState() {
        const auto recording = ExampleRecording().make(300);
        for (unsigned seed = 0; seed < 40; ++seed) {
            Session session;
            session.setProfile(recording);
            ViewHistory history({&session});
            endTurn();
            const auto first = session.viewState();
            RandomUser user(session, seed);
            std::vector<ViewState> states{first};
            for (int action = 0; action < 60; ++action) {
                user.act();
                if (user.below(4) == 0) continue; // the next action is in the same turn
                if (user.below(8) == 0) history.undo();
                if (user.below(8) == 0) history.redo();
                endTurn();
            }
            endTurn();
            while (history.canRedo()) // to the newest state, even if the last action was an undo
                history.redo();
            endTurn();
            const auto last = session.viewState();
            int steps = 0;
            for (; history.canUndo(); ++steps) {
                QVERIFY(!history.undoText().isEmpty());
                history.undo();
                if (steps % 3 == 0) endTurn();
            }
            QVERIFY(steps > 10);
            QVERIFY(session.viewState() == first);
            endTurn();
            QVERIFY(!history.canUndo()); // going back is not a step
            while (history.canRedo())
                history.redo();
            QVERIFY(session.viewState() == last);
        }
        settle();
    }

    void whatIsShownIsThatOfTheState() {
        Session session;
        session.setProfile(profile("main;copy;read 3\nmain;draw 2\n"));
        ViewHistory history({&session});
        settle();
        const auto functions = [&] {
            QStringList names;
            for (const auto& row : *session.shown().functions)
                names << QString::fromStdString(session.shown().groups()[row.group].name);
            names.sort();
            return names.join(" ");
        };
        session.addTransform({TransformKind::Hide, {"copy"}});
        settle();
        session.addTransform({TransformKind::Drop, {"draw"}});
        settle();
        QCOMPARE(functions(), QString("main read"));
        history.undo();
        settle();
        QCOMPARE(functions(), QString("draw main read"));
        history.undo();
        settle();
        QCOMPARE(functions(), QString("copy draw main read"));
        history.redo();
        settle();
        QCOMPARE(functions(), QString("draw main read"));
    }

    void stepsAreNamedAfterWhatWasDone() {
        Session session;
        session.setProfile(ExampleRecording().make(300));
        ViewHistory history({&session});
        settle();
        const auto step = [&](auto action) {
            action();
            endTurn();
            return history.undoText();
        };
        QCOMPARE(step([&] { session.addTransform({TransformKind::Hide, {"main"}}); }), QString("hide main"));
        QCOMPARE(step([&] {
                     session.addTransform({TransformKind::Subtree, {"_start", "main"}});
                 }),
                 QString("root at one main"));
        QCOMPARE(step([&] { session.focusOn("ServerLoop"); }), QString("filter “Focus: ServerLoop”"));
        QCOMPARE(step([&] { session.setGrouping(Grouping::Module); }), QString("group by module"));
        QCOMPARE(step([&] { session.setRoots(std::nullopt); }), QString("change of roots"));
        QCOMPARE(step([&] { session.setSearch("Exec"); }), QString("search for Exec"));
        QCOMPARE(step([&] { session.setZoom(pathOf({"_start", "main"})); }), QString("zoom to main"));
        QCOMPARE(step([&] { session.setZoom({}); }), QString("zoom out"));
        auto filter = session.filter();
        filter.focus.clear();
        QCOMPARE(step([&] { session.setFilter(filter); }), QString("removal of “Focus: ServerLoop”"));
        QCOMPARE(step([&] { session.setFilter({}); }), QString("removal of filters"));
        history.undo();
        QCOMPARE(history.redoText(), QString("removal of filters"));
    }

    void aWordThatIsTypedIsOneStep() {
        Session session;
        session.setProfile(profile("main;draw 1\n"));
        ViewHistory history({&session});
        SearchBox box(session);
        box.show();
        QVERIFY(QTest::qWaitForWindowExposed(&box));
        for (const char letter : {'d', 'r', 'a', 'x'}) {
            QTest::keyClick(box.edit(), letter);
            endTurn();
        }
        QTest::keyClick(box.edit(), Qt::Key_Backspace);
        endTurn();
        QCOMPARE(session.search(), QString("dra"));
        box.edit()->selectAll();
        QTest::keyClick(box.edit(), 'm');
        endTurn();
        QCOMPARE(history.undoText(), QString("search for m"));
        history.undo();
        QCOMPARE(session.search(), QString("dra"));
        history.undo();
        QCOMPARE(session.search(), QString());
        QVERIFY(!history.canUndo());
        QCOMPARE(box.edit()->text(), QString());
    }

    void aDragInTheTimelineIsOneStep() {
        Session session;
        ViewHistory history({&session});
        TimelineView view(session);
        view.resize(1000, 300);
        view.show();
        session.setProfile(ExampleRecording().make(500));
        settle();
        auto* canvas = view.findChild<TimelineCanvas*>();
        auto* surface = canvas->viewport();
        constexpr std::int64_t second = 1'000'000'000;
        const auto pointAt = [&](std::int64_t time) { return QPoint(qRound(canvas->xOf(time)), 60); };
        const auto drag = [&](std::int64_t from, std::int64_t to) {
            QTest::mousePress(surface, Qt::LeftButton, {}, pointAt(from));
            for (int part = 1; part <= 5; ++part) {
                QTest::mouseMove(surface, pointAt(from + (to - from) * part / 5));
                // Acts as if the drag were applied while it continues.
                auto filter = session.filter();
                filter.time = TimeRange{from, from + (to - from) * part / 5};
                session.setFilter(filter);
                settle();
            }
            QTest::mouseRelease(surface, Qt::LeftButton, {}, pointAt(to));
            settle();
        };
        QVERIFY(!history.canUndo());
        drag(2 * second, 6 * second);
        const auto first = session.filter().time;
        QVERIFY(first);
        drag(7 * second, 9 * second);
        QVERIFY(session.filter().time != first);
        history.undo();
        QCOMPARE(session.filter().time.has_value(), true);
        QVERIFY(session.filter().time == first);
        history.undo();
        QVERIFY(!session.filter().time);
        QVERIFY(!history.canUndo());
    }

    void bothSidesOfAComparisonGoBackTogether() {
        const auto recording = ExampleRecording().make(300);
        const auto other = ExampleRecording(2).make(300);
        int changedChoices = 0, otherNormalize = 0;
        for (unsigned seed = 0; seed < 20; ++seed) {
            ComparisonSession session;
            session.setProfiles({recording, other});
            auto& history = session.history();
            history.forget();
            endTurn();
            const auto base = session.base().viewState(), newSide = session.newSide().viewState();
            const auto choice = *session.choices().state();
            const auto normalize = session.normalize();
            RandomUser left(session.base(), seed), right(session.newSide(), 100 + seed);
            for (int action = 0; action < 40; ++action) {
                left.below(2) == 0 ? left.act() : right.act();
                if (left.below(4) == 0) actOnBoth(session, left);
                if (left.below(3) != 0) endTurn();
            }
            endTurn();
            QVERIFY(session.base().filter().transforms == session.newSide().filter().transforms);
            const auto lastBase = session.base().viewState(), lastNew = session.newSide().viewState();
            const auto lastChoice = *session.choices().state();
            changedChoices += lastChoice != choice ? 1 : 0;
            const auto lastNormalize = session.normalize();
            otherNormalize += lastNormalize != normalize ? 1 : 0;
            while (history.canUndo())
                history.undo();
            QVERIFY(session.base().viewState() == base);
            QVERIFY(session.newSide().viewState() == newSide);
            QVERIFY(*session.choices().state() == choice);
            QCOMPARE(session.normalize(), normalize);
            while (history.canRedo())
                history.redo();
            QVERIFY(session.base().viewState() == lastBase);
            QVERIFY(session.newSide().viewState() == lastNew);
            QVERIFY(*session.choices().state() == lastChoice);
            QCOMPARE(session.normalize(), lastNormalize);
        }
        QVERIFY(changedChoices > 10 && otherNormalize > 3);
        settle();
    }

    void aNewerSnapshotIsNoStepAndOldStepsStay() {
        Session session;
        session.setProfile(ExampleRecording().make(300));
        ViewHistory history({&session});
        endTurn();
        session.addTransform({TransformKind::Hide, {"main"}});
        endTurn();
        session.setProfile(ExampleRecording().make(600));
        endTurn();
        QCOMPARE(history.undoText(), QString("hide main"));
        history.undo();
        QVERIFY(session.filter().isEmpty());
        QVERIFY(!history.canUndo());
        settle();
    }

    void theOldestOfTooManyStepsAreForgotten() {
        Session session;
        session.setProfile(profile("main 1\n"));
        ViewHistory history({&session});
        for (std::size_t step = 0; step < ViewHistory::maximumSteps + 10; ++step) {
            session.setSearch(step % 2 ? "a" : "b");
            endTurn();
        }
        std::size_t steps = 0;
        for (; history.canUndo(); ++steps)
            history.undo();
        QCOMPARE(steps, ViewHistory::maximumSteps);
        settle();
    }
};

QTEST_MAIN(ViewHistoryTest)
#include "view_history_test.moc"
