/// Which processes run a Java virtual machine, and when the child reads each again.
#include "recorder/processes/java_machines.h"

#include <QTest>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace candela;

namespace {

constexpr std::int64_t milliseconds = 1'000'000;
constexpr file_identity someCode{
    .inode = 7, .changed = 1, .device = UNWIND_GENERATED_DEVICE, .generation = 2};

/// Plans the next look after one with this cost; returns the pause.
std::int64_t look(JavaMachine& machine, JavaLook found, std::int64_t cost) {
    machine.askedAt = 1000 * milliseconds;
    const auto now = machine.askedAt + 500 * milliseconds;
    planNextLook(machine, found, now, cost);
    return machine.notBefore - now;
}

JavaMachine& addJava(JavaMachines& machines, const file_identity& code, std::int32_t pid,
                     std::uint64_t library = 0x1000) {
    auto& machine = machines.add(code, pid);
    machine.begin({}, library);
    return machine;
}

} // namespace

class JavaMachinesTest : public QObject {
    Q_OBJECT

private slots:
    void machinesAreFoundByTheirCode() {
        JavaMachines machines;
        QVERIFY(!machines.find(someCode));
        const auto number = addJava(machines, someCode, 7).number;
        auto next = someCode; // the next program of the process
        next.generation = 3;
        QVERIFY(!machines.find(next));
        addJava(machines, next, 7, 0x2000);
        QCOMPARE(machines.find(someCode)->library, std::uint64_t{0x1000});
        QCOMPARE(machines.findByPid(7)->library, std::uint64_t{0x2000});
        QVERIFY(!machines.findByPid(8));
        machines.remove(number);
        QVERIFY(!machines.find(someCode));
        QVERIFY(!machines.find(number));
        QVERIFY(machines.find(next));
        for (std::uint32_t generation = 10; !machines.isFull(); ++generation) {
            next.generation = generation;
            addJava(machines, next, 9);
        }
        QCOMPARE(machines.all().size(), JavaMachines::maximumMachines);
    }

    void looksThatCostMuchAreRare() {
        JavaMachines machines;
        auto& machine = addJava(machines, someCode, 7);
        const auto quick = look(machine, JavaLook::NewCode, milliseconds);
        const auto slow = look(machine, JavaLook::NewCode, 100 * milliseconds);
        QVERIFY(quick >= 100 * milliseconds);
        QVERIFY(slow >= 2000 * milliseconds);
        // The pause grows with the cost without limit.
        QVERIFY(look(machine, JavaLook::NewCode, 400 * milliseconds) >= 8000 * milliseconds);
        machine.isMissed = true;
        QVERIFY(look(machine, JavaLook::Nothing, 400 * milliseconds) >= 8000 * milliseconds);
        // An invalid cost from the child does no harm.
        QVERIFY(look(machine, JavaLook::NewCode, -1) >= 100 * milliseconds);
        QVERIFY(look(machine, JavaLook::NewCode, std::numeric_limits<std::int64_t>::max()) <=
                10'000 * milliseconds);
    }

    void aMachineWithNothingNewIsAskedLessAndLess() {
        JavaMachines machines;
        auto& machine = addJava(machines, someCode, 7);
        const auto first = look(machine, JavaLook::NewCode, milliseconds);
        QVERIFY(!machine.isQuiet && !machine.isWanted);
        auto last = first;
        for (int turn = 0; turn < 3; ++turn) {
            machine.isWanted = machine.isMissed = true;
            const auto pause = look(machine, JavaLook::Nothing, milliseconds);
            QVERIFY(machine.isQuiet);
            QVERIFY(pause > last);
            last = pause;
        }
        for (int turn = 0; turn < 100; ++turn) {
            machine.isMissed = true;
            last = look(machine, JavaLook::Nothing, milliseconds);
        }
        QVERIFY(last <= 10'000 * milliseconds);
        machine.isMissed = true;
        QCOMPARE(look(machine, JavaLook::NewCode, milliseconds), first);
        QVERIFY(!machine.isQuiet);
        // Nothing was missed: the look was due because of the time.
        look(machine, JavaLook::Nothing, milliseconds);
        QVERIFY(!machine.isQuiet);
    }

    void eachAddressOfOtherCompilersIsAskedForOnce() {
        JavaMachines machines;
        auto& machine = machines.add(someCode, 7);
        QVERIFY(!machine.isWanted); // before an address to look at is known
        askFor(machine, {0x1000, true});
        QVERIFY(machine.isWanted);
        askFor(machine, {0x1000, true});
        askFor(machine, {0xfff, false}); // the same row
        askFor(machine, {0x1000, false});
        QCOMPARE(machine.unasked.size(), std::size_t{2});
        for (std::uint64_t address = 0x2000; address < 0x2000 + 2 * JavaMachine::maximumAddresses; ++address)
            askFor(machine, {address, false});
        QCOMPARE(machine.asked.size(), JavaMachine::maximumAddresses);
    }

    void whatRunsNoJavaHasNoLibraryOfIt() {
        QVERIFY(!findJavaLibrary(::getpid()));
        QVERIFY(!findJavaLibrary(0x7fffffff));
        QVERIFY(!openMemory(0x7fffffff).isOpen());
    }

    /// The check reads none of its memory: a page may be in a file system that never answers.
    void aMachineLivesAsLongAsItsProcess() {
        JavaMachines machines;
        int ends[2];
        QCOMPARE(::pipe2(ends, O_CLOEXEC), 0);
        const auto pid = ::fork();
        if (pid == 0) {
            char byte = 0;
            ::close(ends[1]);
            ::_exit(::read(ends[0], &byte, 1) == 0 ? 0 : 1);
        }
        constexpr std::uint64_t nowhere = 8;
        auto& machine = machines.add(someCode, pid);
        machine.begin(openMemory(pid), nowhere);
        QVERIFY(isAlive(machine));
        ::close(ends[1]);
        QCOMPARE(::waitpid(pid, nullptr, 0), pid);
        ::close(ends[0]);
        QVERIFY(!isAlive(machine));
        QVERIFY(!isAlive(machines.add(someCode, pid)));
    }
};

QTEST_GUILESS_MAIN(JavaMachinesTest)
#include "java_machines_test.moc"
