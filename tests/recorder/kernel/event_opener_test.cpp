#include "recorder/base/proc_files.h"
#include "recorder/base/processors.h"
#include "recorder/kernel/event_opener.h"

#include <QTest>

#include <sys/capability.h>
#include <thread>
#include <unistd.h>

using namespace candela;

namespace {

constexpr std::uint32_t ringBytes = 64 << 10;

/// Runs in a thread without rights: whether the opener still provides an event.
Result<FileDescriptor> openWithoutRights(EventOpener& opener) {
    Result<FileDescriptor> event;
    std::thread([&] {
        cap_t nothing = ::cap_init();
        ::cap_set_proc(nothing); // removes the rights of this thread only
        ::cap_free(nothing);
        event = opener.open(onlineProcessors().front(), 99, ringBytes);
    }).join();
    return event;
}

} // namespace

class EventOpenerTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        const auto opener = EventOpener::create();
        if (!opener) QSKIP(opener.error().message.c_str());
    }

    void whereAnObserverSufficesThereIsNoOtherProcess() {
        if (readSystemFile("/proc/sys/kernel/perf_event_paranoid").substr(0, 1).find_first_of("-0") == 0)
            QSKIP("here everybody may observe the processors (kernel.perf_event_paranoid)");
        const auto opener = EventOpener::create(EventRight::Observer);
        QVERIFY(opener);
        QVERIFY((*opener)->open(onlineProcessors().front(), 99, ringBytes));
        const auto event = openWithoutRights(**opener);
        QVERIFY(!event);
        QVERIFY(event.error().code == ErrorCode::NotPermitted);
    }

    void whereAnAdministratorIsNeededAProcessOpensEventsLater() {
        const auto opener = EventOpener::create(EventRight::Administrator);
        QVERIFY(opener);
        for (int turn = 0; turn < 3; ++turn) {
            const auto event = openWithoutRights(**opener);
            QVERIFY(event && event->isOpen());
            std::uint64_t values[2] = {};
            QCOMPARE(::read(event->get(), values, sizeof values), ssize_t(sizeof values));
            QCOMPARE(values[1], std::uint64_t(0)); // switched off
        }
    }

    void aProcessorThatIsNotThereIsAnErrorAndTheNextOneStillOpens() {
        const auto opener = EventOpener::create(EventRight::Administrator);
        QVERIFY(opener);
        QVERIFY(!(*opener)->open(100'000, 99, ringBytes));
        QVERIFY(openWithoutRights(**opener));
    }
};

QTEST_GUILESS_MAIN(EventOpenerTest)
#include "event_opener_test.moc"
