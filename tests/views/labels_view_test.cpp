/// The view of processes, threads and labels, and labels elsewhere in the window.
#include "tests/profile_text.h"
#include "tests/views/example_profiles.h"
#include "tests/views/settled.h"
#include "views/filter/filter_bar.h"
#include "views/filter/label_titles.h"
#include "views/filter/roots_box.h"
#include "views/tables/labels_view.h"
#include "views/text/label_text.h"

#include <QAbstractItemModelTester>
#include <QMenu>
#include <QTest>

#include <algorithm>

using namespace candela;

namespace {

constexpr int samples = 3000;

QStringList names(const SampleGroupItemModel& model) {
    QStringList texts;
    for (int row = 0; row < model.rowCount(); ++row)
        texts << model.index(row, 0).data().toString();
    return texts;
}

std::uint64_t samplesIn(const SampleGroupItemModel& model) {
    std::uint64_t sum = 0;
    for (int row = 0; row < model.rowCount(); ++row)
        sum += model.group(row).samples;
    return sum;
}

} // namespace

class LabelsViewTest : public QObject {
    Q_OBJECT
private slots:
    void everyKeyCanBeChosen() {
        Session session;
        LabelsView view(session);
        session.setProfile(ExampleRecording().make(samples));
        settle();
        QCOMPARE(view.keyTexts(), (QStringList{"Process name", "Executable", "Process", "Thread",
                                               "Thread name", "Command line", "Systemd unit", "User"}));
        QCOMPARE(view.model().rowCount(), 4);
        view.choose({SampleKey::Kind::Label, "user"});
        settle();
        auto users = names(view.model());
        users.sort();
        QCOMPARE(users, (QStringList{"anna", "postgres", "root"}));
        QCOMPARE(samplesIn(view.model()), std::uint64_t(samples));
        QCOMPARE(view.model().headerData(0, Qt::Horizontal, Qt::DisplayRole).toString(), "User");
    }

    void aDoubleClickKeepsOnlyARowsSamples() {
        Session session;
        LabelsView view(session);
        session.setProfile(ExampleRecording().make(samples));
        settle();
        view.choose({SampleKey::Kind::Label, "systemd.unit"});
        settle();
        const auto kept = view.model().group(0);
        view.keepOnly(view.model().group(0));
        settle();
        QCOMPARE(session.filter().labels.size(), 1u);
        QCOMPARE(session.shown().weights->samples, std::size_t(kept.samples));
        QCOMPARE(names(view.model()), QStringList{QString::fromStdString(kept.name)});
        session.setFilter({});
        view.choose({SampleKey::Kind::Process});
        settle();
        const auto process = view.model().group(1);
        view.keepOnly(view.model().group(1));
        settle();
        QCOMPARE(session.shown().weights->samples, std::size_t(process.samples));
    }

    void theModelKeepsItsRules() {
        SampleGroupItemModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setGroups({{.name = "b", .weight = 1, .samples = 5}, {.name = "a", .weight = 3, .samples = 2}},
                        "user", "count");
        QCOMPARE(names(model), (QStringList{"a", "b"}));
        model.sort(0, Qt::DescendingOrder);
        QCOMPARE(names(model), (QStringList{"b", "a"}));
        model.sort(3, Qt::AscendingOrder);
        QCOMPARE(names(model), (QStringList{"a", "b"}));
        model.setGroups({}, "user", "count");
        QCOMPARE(model.rowCount(), 0);
    }

    /// Files of other tools have labels that no list knows.
    void anotherFilesLabelHasItsKeyAsTitle() {
        QCOMPARE(sampleKeyTitle({SampleKey::Kind::Label, "http.route"}), QString("http.route"));
        QCOMPARE(perLabelTitle("http.route"), QString("Per http.route"));
    }

    void aProfileWithoutLabelsHasProcessesAndThreads() {
        Session session;
        LabelsView view(session);
        session.setProfile(emptyProfile());
        settle();
        QCOMPARE(view.keyTexts(), (QStringList{"Process name", "Process", "Thread", "Thread name"}));
    }

    void treesCanBeMadePerProcessThreadAndLabel() {
        Session session;
        RootsBox box(session, Numbers::Kept);
        QCOMPARE(box.count(), 5);
        session.setProfile(ExampleRecording().make(samples));
        QStringList texts;
        for (int row = 0; row < box.count(); ++row)
            texts << box.itemText(row);
        QCOMPARE(texts,
                 (QStringList{"One tree", "Per process name", "Per executable", "Per process", "Per thread",
                              "Per thread name", "Per command line", "Per systemd unit", "Per user"}));
        box.setCurrentIndex(8);
        emit box.activated(8);
        QCOMPARE(session.roots(), (SampleKey{SampleKey::Kind::Label, "user"}));
        session.reset();
        QVERIFY(!session.roots());
        QCOMPARE(box.currentIndex(), 0);
        RootsBox beside(session, Numbers::LeftOut);
        emit beside.activated(1);
        QCOMPARE(session.roots(), SampleKey{SampleKey::Kind::ProcessName});
    }

    void aToolTipShowsAllOfAProcess() {
        const auto profile = ExampleRecording().make(10);
        const auto text = labelToolTip(*profile, ProcessIndex(2), {});
        QVERIFY2(text.contains("<b>postgres</b> pid 1014"), qPrintable(text));
        QVERIFY2(text.contains("postgresql.service"), qPrintable(text));
        QVERIFY2(text.contains("&amp; &lt;wait&gt;"), qPrintable(text)); // texts of profiles are not markup
        QVERIFY(labelToolTip(*profile, {}, ThreadIndex(1)).contains("of <b>compiler</b>"));
        QVERIFY(labelToolTip(*profile, {}, {}).isEmpty());
    }

    void theFilterMenuOffersKeysAndValues() {
        Session session;
        FilterBar bar(session);
        session.setProfile(ExampleRecording().make(samples));
        settle();
        const auto find = [](QMenu* menu, const QString& text) -> QAction* {
            emit menu->aboutToShow();
            settle(); // labels are read off the GUI thread
            for (auto* action : menu->actions())
                if (action->text() == text) return action;
            return nullptr;
        };
        QMenu* labels = nullptr;
        for (auto* menu : bar.findChildren<QMenu*>())
            if (menu->title() == "Label") labels = menu;
        QVERIFY(labels);
        auto* user = find(labels, "user");
        QVERIFY(user && user->menu());
        auto* anna = find(user->menu(), "anna");
        QVERIFY(anna);
        anna->trigger();
        settle();
        QCOMPARE(bar.chipTexts(), QStringList{"user = anna"});
        QVERIFY(session.shown().weights->samples > 0);
        QVERIFY(session.shown().weights->samples < std::size_t(samples));
        // The keys are those of the profile that is shown now.
        session.setProfile(sharedProfile("main 1\n"));
        settle();
        QVERIFY(!find(labels, "user"));
        QVERIFY(find(labels, "This profile has no labels"));
    }
    void labelsOfSeveralProfilesAreReadOffTheGuiThread() {
        Session session;
        FilterBar bar(session);
        const auto recording = ExampleRecording().make(samples);
        session.setProfile(recording);
        QMenu* labels = nullptr;
        for (auto* menu : bar.findChildren<QMenu*>())
            if (menu->title() == "Label") labels = menu;
        QVERIFY(labels);
        const auto entry = [](QMenu* menu, const QString& text) -> QAction* {
            for (auto* action : menu->actions())
                if (action->text() == text) return action;
            return nullptr;
        };
        const QString waiting = "Reading labels…";
        bar.setLabelled({sharedProfile("main 1\n"), recording});
        emit labels->aboutToShow();
        QVERIFY(entry(labels, waiting) && !entry(labels, waiting)->isEnabled());
        QTRY_VERIFY(entry(labels, "user"));
        QVERIFY(!entry(labels, waiting));
        auto* values = entry(labels, "user")->menu();
        emit values->aboutToShow();
        QVERIFY(entry(values, "Pattern…") && entry(values, waiting) && !entry(values, "anna"));
        QTRY_VERIFY(entry(values, "anna"));
        QVERIFY(!entry(values, waiting));
        // What was read is kept.
        emit values->aboutToShow();
        QVERIFY(entry(values, "anna") && !entry(values, waiting));
        entry(values, "anna")->trigger();
        settle();
        QCOMPARE(bar.chipTexts(), QStringList{"user = anna"});
        emit labels->aboutToShow();
        QVERIFY(entry(labels, "user"));
        // A menu that is opened again before it has its entries gets them once.
        bar.setLabelled({recording});
        emit labels->aboutToShow();
        emit labels->aboutToShow();
        QTRY_VERIFY(entry(labels, "user"));
        const auto actions = labels->actions();
        QCOMPARE(std::ranges::count(actions, QString("user"), &QAction::text), 1);
        bar.setLabelled({sharedProfile("main 1\n")});
        emit labels->aboutToShow();
        QTRY_VERIFY(entry(labels, "No capture has labels"));
    }
};

QTEST_MAIN(LabelsViewTest)
#include "labels_view_test.moc"
