/// Processes of a timeline that share a row.
#include "tests/views/second.h"
#include "tests/views/timeline/timeline_window.h"
#include "views/filter/sample_key_box.h"

#include <QTest>

using namespace candela;

namespace {

/// Three processes "cc1plus" (11, 12, 13), each with a second thread, and one "make" (9).
std::shared_ptr<const Profile> compilers() {
    ProfileBuilder builder;
    const auto value = builder.valueType("cpu", "nanoseconds");
    const auto add = [&](int pid, const char* name, int samples) {
        const auto process = builder.addProcess(
            {.pid = pid,
             .parent = {},
             .name = builder.string(name),
             .labels = builder.labelSet(
                 {builder.textLabel("executable", pid == 13 ? "/opt/cc1plus" : "/usr/cc1plus")})});
        for (int tid : {pid, pid + 100}) {
            const auto thread = builder.addThread(
                {.process = process, .tid = tid, .name = builder.string(name), .labels = {}});
            for (int row = 0; row < samples; ++row)
                builder.addSample(value, {.stack = {},
                                          .weight = 10'000'000,
                                          .time = row * second / 100,
                                          .thread = thread,
                                          .labels = {}});
        }
    };
    add(9, "make", 50);
    for (int pid = 11; pid <= 13; ++pid)
        add(pid, "cc1plus", 10 * pid);
    return std::make_shared<const Profile>(builder.build());
}

} // namespace

class TimelineGroupsTest : public QObject, TimelineWindow {
    Q_OBJECT
private slots:
    void init() {
        open(compilers(), 150); // too small to open anything
    }
    void cleanup() { close(); }
    void processesOfOneNameShareARow() {
        QCOMPARE(names(), (QStringList{"cc1plus 3 processes", "make 9"}));
        const auto group = canvas().rows().rows[0];
        QCOMPARE(group->lanes[0].total, 2 * 360 * second / 100);
        // Its symbol expands it to its processes, and theirs to threads.
        const auto sign = [&](std::size_t row, int x) {
            return QPoint(x, canvas().nameRect(row).center().y());
        };
        QTest::mouseClick(surface(), Qt::LeftButton, {}, sign(0, 10));
        QCOMPARE(names(),
                 (QStringList{"cc1plus 3 processes", "cc1plus 13", "cc1plus 12", "cc1plus 11", "make 9"}));
        QTest::mouseClick(surface(), Qt::LeftButton, {}, sign(1, 26));
        QCOMPARE(names(), (QStringList{"cc1plus 3 processes", "cc1plus 13", "cc1plus 13", "cc1plus 113",
                                       "cc1plus 12", "cc1plus 11", "make 9"}));
        QTest::mouseClick(surface(), Qt::LeftButton, {}, sign(0, 10));
        QCOMPARE(names(), (QStringList{"cc1plus 3 processes", "make 9"}));
        // A click on its name keeps the samples of all of them.
        QTest::mouseClick(surface(), Qt::LeftButton, {}, sign(0, 120));
        settle();
        QCOMPARE(m_session->shown().weights->samples, 720U);
        // Groups by another key, and then by none.
        canvas().setProcessGroups({SampleKey::Kind::Label, "executable"});
        settle();
        QCOMPARE(names(),
                 (QStringList{"/usr/cc1plus 3 processes", "cc1plus 13", "cc1plus 13", "cc1plus 113"}));
        canvas().setProcessGroups({SampleKey::Kind::Process});
        settle();
        QCOMPARE(names(), (QStringList{"cc1plus 13", "cc1plus 13", "cc1plus 113", "cc1plus 12", "cc1plus 11",
                                       "make 9"}));
    }
    void groupsAreNotMadeInTheGuiThread() {
        const QStringList byName{"cc1plus 3 processes", "make 9"};
        const QStringList alone{"cc1plus 13", "cc1plus 12", "cc1plus 11", "make 9"};
        QCOMPARE(names(), byName);
        const auto found = canvas().rows().found;
        auto* box = m_view->findChild<SampleKeyBox*>();
        for (int key = 0; key < box->count() && box->key() != SampleKey{SampleKey::Kind::Process}; ++key)
            QTest::keyClick(box, Qt::Key_Down);
        QCOMPARE(names(), byName);
        QVERIFY(box->key() == SampleKey{SampleKey::Kind::Process});
        settle();
        QCOMPARE(names(), alone);
        QCOMPARE(canvas().rows().found, found); // groups are made without making all rows anew
        // Groups that are chosen during a computation are those of its result.
        canvas().zoom(2, canvas().xOf(second));
        canvas().setProcessGroups({SampleKey::Kind::ProcessName});
        settle();
        QCOMPARE(names(), byName);
        QCOMPARE(canvas().rows().range, canvas().visibleRange());
        QVERIFY(canvas().rows().found != found);
        canvas().setProcessGroups({SampleKey::Kind::Process});
        canvas().setProcessGroups({SampleKey::Kind::ProcessName});
        m_session->setProfile(compilers());
        canvas().setProcessGroups({SampleKey::Kind::Process});
        settle();
        QCOMPARE(names(), alone);
        QCOMPARE(canvas().shownProfile(), m_session->profile().get());
    }
};

QTEST_MAIN(TimelineGroupsTest)
#include "timeline_groups_test.moc"
