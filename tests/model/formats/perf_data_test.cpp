/// Captures that the tests' own writer made: what each record does to the profile.
#include "model/formats/format.h"
#include "tests/perf_data_writer.h"

#include <fmt/format.h>

#include <QFile>
#include <QTest>

using namespace candela;

namespace {

Result<Profile> readBytes(std::vector<std::byte> bytes) {
    auto input = Input::fromBytes("perf.data", std::move(bytes));
    Task task;
    return readProfile(input, task);
}

/// "module+0x10", or the function's name where it has one.
std::string frameText(const Profile& profile, FrameIndex frame) {
    const auto row = frame.row();
    if (const auto function = profile.frames.function[row])
        return std::string(profile.text(profile.functions[function.row()].name));
    const auto mapping = profile.frames.mapping[row];
    const auto module = mapping ? profile.text(profile.mappings[mapping.row()].path) : "?";
    return fmt::format("{}+{:#x}", module, profile.frames.address[row]);
}

/// "process/thread time: root;…;leaf weight" of each sample, in the profile's order.
QStringList linesOf(const Profile& profile, std::string_view value) {
    QStringList lines;
    const auto found = profile.findValue(value);
    if (!found) return {"no such value"};
    const auto& table = profile.samples[found.row()];
    for (std::size_t row = 0; row < table.size(); ++row) {
        std::string stack;
        for (auto at = table.stack[row]; at; at = profile.stacks.parent[at.row()]) {
            const auto name = frameText(profile, profile.stacks.frame[at.row()]);
            stack = stack.empty() ? name : name + ";" + stack;
        }
        const auto& thread = profile.threads[table.threadAt(row).row()];
        const auto& process = profile.processes[thread.process.row()];
        lines << QString::fromStdString(fmt::format("{}/{} {}: {} {}", profile.text(process.name),
                                                    profile.text(thread.name), table.timeAt(row), stack,
                                                    table.weight[row]));
    }
    return lines;
}

PerfDataWriter writerOfOneEvent(ByteOrder order = ByteOrder::Own) {
    PerfDataWriter writer(order);
    writer.addEvent({.name = "cpu-clock", .ids = {1}});
    writer.addText(perf::HostName, "elsewhere");
    writer.addText(perf::KernelRelease, "6.1.0");
    writer.addText(perf::Architecture, "x86_64");
    return writer;
}

/// Two processes on two processors: kernel and user frames, a thread that has a name of its own.
PerfDataWriter writerOfASmallCapture(ByteOrder order = ByteOrder::Own) {
    auto writer = writerOfOneEvent(order);
    writer.addMap(~0u, 0xffffffff81000000, 0x1000000, 0xffffffff81000000, "[kernel.kallsyms]_text", 0,
                  perf::ModeKernel);
    writer.addName(10, 10, "server");
    writer.addMap(10, 0x400000, 0x10000, 0x1000, "/opt/server");
    writer.addName(10, 11, "worker");
    writer.addSample({.ip = 0x400100,
                      .pid = 10,
                      .tid = 11,
                      .time = 5000,
                      .cpu = 1,
                      .period = 7,
                      .chain = {perf::ChainUser, 0x400100, 0x400201, 0x400301}});
    writer.addSample({.ip = 0xffffffff81000020,
                      .pid = 10,
                      .tid = 10,
                      .time = 4000,
                      .period = 3,
                      .chain = {perf::ChainKernel, 0xffffffff81000020, 0xffffffff81000101, perf::ChainUser,
                                0x400400, 0x400301},
                      .mode = perf::ModeKernel});
    return writer;
}

const QStringList smallCapture{
    "server/server 0: /opt/server+0x1300;/opt/server+0x1400;[kernel.kallsyms]+0x100;[kernel.kallsyms]+0x20 3",
    "server/worker 1000: /opt/server+0x1300;/opt/server+0x1200;/opt/server+0x1100 7",
};

} // namespace

class PerfDataTest : public QObject {
    Q_OBJECT

    static void compare(const std::vector<std::byte>& bytes, const QStringList& expected) {
        const auto profile = readBytes(bytes);
        QVERIFY2(profile, profile ? "" : profile.error().message.c_str());
        QCOMPARE(check(*profile), std::string());
        QStringList lines = linesOf(*profile, "cpu-clock");
        lines.sort();
        QCOMPARE(lines, expected);
    }

private slots:
    void aFileHasItsSamplesInTheOrderOfTime() { compare(writerOfASmallCapture().file(), smallCapture); }
    void aPipeHasTheSame() { compare(writerOfASmallCapture().pipe(), smallCapture); }
    void aFileOfTheOtherByteOrderHasTheSame() {
        compare(writerOfASmallCapture(ByteOrder::Swapped).file(), smallCapture);
    }
    void aPipeOfTheOtherByteOrderHasTheSame() {
        compare(writerOfASmallCapture(ByteOrder::Swapped).pipe(), smallCapture);
    }

    void theMachineIsNamed() {
        const auto profile = readBytes(writerOfASmallCapture().file());
        QVERIFY(profile);
        QCOMPARE(profile->origin.host, std::string("elsewhere"));
        QCOMPARE(profile->origin.kernel, std::string("6.1.0 x86_64"));
        QCOMPARE(profile->origin.duration, std::int64_t(1000));
        QVERIFY(profile->warnings.empty());
    }

    void aTruncatedFileIsReadUpToTheCut() {
        auto bytes = writerOfASmallCapture().pipe();
        bytes.resize(bytes.size() - 8);
        const auto profile = readBytes(bytes);
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock").size(), 1);
        QCOMPARE(profile->warnings.size(), std::size_t(1));
    }

    void everyCutGivesAProfileOrASentence() {
        for (const auto& whole : {writerOfASmallCapture().file(), writerOfASmallCapture().pipe()}) {
            for (std::size_t size = 1; size < whole.size(); ++size) {
                const auto profile = readBytes({whole.begin(), whole.begin() + std::ptrdiff_t(size)});
                if (profile)
                    QCOMPARE(check(*profile), std::string());
                else
                    QVERIFY(!profile.error().message.empty() && !profile.error().message.ends_with('.'));
            }
        }
    }

    void aCaptureWithoutSamplesSaysSo() {
        auto writer = writerOfOneEvent();
        writer.addName(10, 10, "idle");
        const auto profile = readBytes(writer.file());
        QVERIFY(!profile);
        QCOMPARE(profile.error().message, std::string("holds no samples"));
    }

    /// `SEEDS=DIR perf_data_test` writes what the fuzzer starts from.
    void seedsAreWritten() {
        const auto folder = qEnvironmentVariable("SEEDS");
        if (folder.isEmpty()) QSKIP("only with SEEDS=DIR");
        const auto write = [&folder](const QString& name, const std::vector<std::byte>& bytes) {
            QFile file(folder + "/" + name);
            QVERIFY(file.open(QFile::WriteOnly));
            file.write(reinterpret_cast<const char*>(bytes.data()), qint64(bytes.size()));
        };
        write("file", writerOfASmallCapture().file());
        write("pipe", writerOfASmallCapture().pipe());
        write("swapped_file", writerOfASmallCapture(ByteOrder::Swapped).file());
        write("swapped_pipe", writerOfASmallCapture(ByteOrder::Swapped).pipe());
    }
};

QTEST_GUILESS_MAIN(PerfDataTest)
#include "perf_data_test.moc"
