/// Files with false contents, read by the child that reads other people's files, and recorded while they run.
#include "tests/recorder/sandbox/damaged_files.h"

#include "model/base/file.h"
#include "recorder/base/clock.h"
#include "recorder/base/proc_files.h"
#include "recorder/sandbox/suspect_files.h"
#include "recorder/sandbox/symbol_client.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorder_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <functional>
#include <memory>
#include <set>
#include <sys/mman.h>
#include <unistd.h>

using namespace candela;

namespace {

std::string goodProgram() {
    QFile file(workloads + "two_builds_base");
    if (!file.open(QFile::ReadOnly)) qFatal("no workload");
    return file.readAll().toStdString();
}

FileDescriptor fileWith(const std::string& bytes) {
    FileDescriptor file(::memfd_create("damaged", MFD_CLOEXEC));
    if (::write(file.get(), bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
        qFatal("no memory");
    return file;
}

/// The recorder's own child reads one file after the other: its type, the names of many addresses in it, its
/// unwind information.
class Reading {
public:
    explicit Reading(std::vector<DamagedFile> files)
        : m_files(std::move(files)), m_loop(std::move(*EventLoop::create())),
          m_client(std::make_shared<ForkServer>(std::move(*ForkServer::start(PROGRAMS "/candela-recorder"))),
                   *m_loop, {5'000'000'000, 60'000'000'000}) {
        m_client.setCallbacks(
            {[this](const auto& answer) { take(answer); }, [this](const auto& failed) { died(failed); }});
    }

    /// Whether all files were read, or reported as files that ended a child.
    bool run() {
        const auto timer = m_loop->addTimer(std::chrono::milliseconds(1), [this] {
            m_client.watch(monotonicTime());
            if (m_file == m_files.size() || m_client.isUnavailable()) return m_loop->stop();
            if (!m_isAsked) ask();
        });
        if (!timer) return false;
        m_loop->run();
        return m_file == m_files.size();
    }
    const std::vector<std::string>& deadly() const { return m_deadly; }
    std::size_t names() const { return m_names; }
    std::size_t rows() const { return m_rows; }

private:
    enum class Step { Open, Resolve, Unwind, Close };

    void ask() {
        sandbox::Request request;
        request.set_module(m_file + 1);
        m_isAsked = true;
        const auto& bytes = m_files[m_file].bytes;
        switch (m_step) {
        case Step::Open:
            m_descriptor = fileWith(bytes);
            request.mutable_open();
            return m_client.send(request, std::array{m_descriptor.get()});
        case Step::Resolve:
            for (std::size_t row = 0; row < 200; ++row)
                request.mutable_resolve()->add_offsets(row < 100 ? bytes.size() * row / 100
                                                                 : 0x1000 + 17 * row);
            return m_client.send(request, {});
        case Step::Unwind:
            request.mutable_unwind();
            return m_client.send(request, std::array{m_descriptor.get()});
        case Step::Close:
            request.mutable_close();
            m_client.send(request, {});
            return next();
        }
    }
    void take(const sandbox::Answer& answer) {
        if (answer.has_names()) {
            for (const auto& location : answer.names().locations())
                m_names += location.functions_size() > 0;
            if (!answer.names().is_last()) return;
        }
        m_rows += answer.unwind_rows().rows().size();
        if (answer.has_unwind_rows() && !answer.unwind_rows().is_last()) return;
        m_step = static_cast<Step>(static_cast<int>(m_step) + 1);
        m_isAsked = false;
    }
    void died(const std::optional<SymbolClient::FailedRequest>& failed) {
        if (!failed || failed->module != m_file + 1) qFatal("another module is reported as the cause");
        m_deadly.push_back(m_files[m_file].name +
                           (failed->end == SymbolClient::End::TookTooLong ? " (took too long)" : " (died)"));
        next();
    }
    void next() {
        ++m_file;
        m_step = Step::Open;
        m_isAsked = false;
    }

    std::vector<DamagedFile> m_files;
    std::unique_ptr<EventLoop> m_loop;
    SymbolClient m_client;
    FileDescriptor m_descriptor;
    std::size_t m_file = 0;
    Step m_step = Step::Open;
    bool m_isAsked = false;
    std::vector<std::string> m_deadly;
    std::size_t m_names = 0;
    std::size_t m_rows = 0;
};

/// Reads all of them, then a valid one, whose result must not be affected.
void requireTheyAreRead(std::vector<DamagedFile> files) {
    const auto count = files.size();
    QVERIFY(count > 0);
    Reading reading(std::move(files));
    QVERIFY(reading.run());
    for (const auto& name : reading.deadly())
        qInfo("the child's end: %s", name.c_str());
    qInfo("%zu files, %zu children ended", count, reading.deadly().size());
    Reading good({{"a good file", goodProgram()}});
    QVERIFY(good.run());
    QVERIFY(good.deadly().empty());
    QVERIFY(good.names() > 0);
    QVERIFY(good.rows() > 0);
    // libdw may have errors of its own; this test is for those of Candela.
    QVERIFY(reading.deadly().size() <= count / 20);
}

QList<pid_t> childrenOf(pid_t pid) {
    QFile file(QString("/proc/%1/task/%1/children").arg(pid));
    QList<pid_t> pids;
    if (!file.open(QFile::ReadOnly)) return pids;
    for (const auto& word : file.readAll().split(' ')) {
        if (!word.trimmed().isEmpty()) pids << word.toInt();
    }
    return pids;
}

/// The processes that read files for the recorder.
QList<pid_t> readersOf(pid_t recorder) {
    QList<pid_t> readers;
    QList<pid_t> pending = childrenOf(recorder);
    while (!pending.isEmpty()) {
        const auto pid = pending.takeFirst();
        QFile name(QString("/proc/%1/comm").arg(pid));
        if (name.open(QFile::ReadOnly) && name.readAll() == "candela-symbols\n") readers << pid;
        pending += childrenOf(pid);
    }
    return readers;
}

/// The states of the readers and the CPU time that they have used, as text.
QByteArrayList activityOf(const QList<pid_t>& readers) {
    QByteArrayList activity;
    for (const auto reader : readers) {
        QFile file(QString("/proc/%1/stat").arg(reader));
        if (!file.open(QFile::ReadOnly)) continue;
        const auto text = file.readAll();
        const auto fields =
            text.mid(text.lastIndexOf(')') + 2).split(' '); // proc_pid_stat(5), from "state" on
        activity << fields[0] + " " + fields[11] + " " + fields[12];
    }
    return activity;
}

/// Reads until the readers have slept for three seconds: nothing is requested of them then.
bool waitUntilIdle(RecorderProgram& recorder, const QList<pid_t>& readers) {
    int quiet = 0;
    for (int second = 0; second < 60 && quiet < 3; ++second) {
        const auto before = activityOf(readers);
        recorder.readFor(1000);
        const auto after = activityOf(readers);
        const bool doAllSleep =
            std::ranges::all_of(after, [](const auto& each) { return each.startsWith("S"); });
        quiet = doAllSleep && after == before ? quiet + 1 : 0;
    }
    return quiet == 3;
}

/// The files that took their readers too long, as the warnings of the recording name them.
std::vector<std::string> filesThatTookTooLong(const std::vector<std::string>& warnings) {
    std::vector<std::string> files;
    for (const auto& warning : warnings) {
        const auto of = warning.find(" of \"/"), could = warning.find("\" could not be read");
        if (of == std::string::npos || could == std::string::npos) continue;
        if (warning.find("took too long") != std::string::npos)
            files.push_back(warning.substr(of + 5, could - of - 5));
    }
    return files;
}

/// Whether the recording has samples in that function within a minute.
bool isFoundSoon(RecorderProgram& recorder, const std::string& function) {
    for (int turn = 0; turn < 120; ++turn) {
        recorder.readFor(500);
        const auto found = selfWeights(recorder.reader().snapshot(), [](const auto&) { return true; });
        if (found.contains(function)) return true;
    }
    return false;
}

} // namespace

class DamagedFilesTest : public QObject {
    Q_OBJECT
private slots:
    void aFileIsRefusedAfterTwoCrashesOrOneHang() {
        using enum SymbolClient::End;
        SuspectFiles files;
        const auto file = [](std::uint64_t inode) {
            FileIdentity identity;
            identity.inode = inode;
            return identity;
        };
        QCOMPARE(files.recordFailure(file(1), Died), SuspectFiles::Verdict::TryAgain);
        QVERIFY(!files.isRefused(file(1)));
        QCOMPARE(files.recordFailure(file(1), Died), SuspectFiles::Verdict::Refuse);
        QCOMPARE(files.recordFailure(file(2), TookTooLong), SuspectFiles::Verdict::Refuse);
        QVERIFY(files.isRefused(file(1)));
        QVERIFY(files.isRefused(file(2)));
        QVERIFY(!files.isRefused(file(3)));
        for (std::uint64_t other = 0; other < SuspectFiles::maximumFiles; ++other)
            files.recordFailure(file(100 + other), Died);
        QVERIFY(!files.isRefused(file(1))); // the oldest are forgotten
    }
    void filesThatAreCutOff() { requireTheyAreRead(cutCopies(goodProgram())); }
    void filesWithChangedHeadersAndSections() { requireTheyAreRead(damagedCopies(goodProgram())); }
    void filesThatWereMadeUp() { requireTheyAreRead(madeUpFiles()); }

    void programsWithDamagedFilesAreRecorded() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        QTemporaryDir folder;
        std::vector<std::unique_ptr<HeldProgram>> programs;
        std::vector<pid_t> pids;
        const auto start = [&](const QString& path) {
            programs.push_back(std::make_unique<HeldProgram>(QStringList{path, "60"}));
            pids.push_back(programs.back()->pid());
        };
        std::size_t count = 0;
        for (const auto& file : damagedCopies(goodProgram())) {
            // Sections that only readers use can be invalid in any way: the program runs.
            const bool runs = file.name.starts_with(".debug") || file.name.starts_with(".symtab");
            if (!runs || ++count % 4 != 0) continue;
            const auto path = folder.filePath(QString("damaged%1").arg(count));
            QFile program(path);
            QVERIFY(program.open(QFile::WriteOnly));
            QCOMPARE(program.write(file.bytes.data(), static_cast<qint64>(file.bytes.size())),
                     static_cast<qint64>(file.bytes.size()));
            program.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
            program.close();
            start(path);
        }
        QVERIFY(pids.size() > 10);
        start(workloads + "shares");
        RecorderProgram recorder;
        recorder.startProcesses(pids, 997);
        QVERIFY(recorder.waitForSegments(1));
        for (auto& program : programs)
            program->go();
        QVERIFY(recorder.waitForSegments(6));
        recorder.stop();
        const auto profile = recorder.finish();
        QVERIFY(recorder.reader().progress().hasEnded);
        std::set<std::int32_t> sampled;
        const auto weights = selfWeights(profile, [&](const Process& process) {
            sampled.insert(process.pid);
            return true;
        });
        QVERIFY(weights.contains("spin_alpha")); // a function of the valid program
        QVERIFY(
            weights.contains("read_rows")); // damaged DWARF leaves the symbol table intact, and vice versa
        for (const auto pid : pids)
            QVERIFY2(sampled.contains(pid), qPrintable(exeOf(pid)));
        for (const auto& warning : profile.warnings)
            qInfo("%s", warning.c_str());
    }

    /// A stopped reader has the same effect as a file that is read without end.
    void aFileThatItsReaderHangsAtIsNamedInTheRecording() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        QTemporaryDir folder;
        const auto path = folder.filePath("two_builds_copy");
        QVERIFY(QFile::copy(workloads + "two_builds_base", path));
        HeldProgram first({workloads + "twenty_functions", "120"});
        HeldProgram stuck({path, "120"});
        HeldProgram later({workloads + "shares", "60"});
        RecorderProgram recorder;
        recorder.startProcesses({first.pid(), stuck.pid(), later.pid()}, 997);
        first.go();
        QVERIFY(isFoundSoon(recorder, "function_00")); // its readers have started
        const auto readers = readersOf(recorder.pid());
        QVERIFY(!readers.isEmpty());
        // Otherwise they could have answered the last request already, and nothing would hang.
        QVERIFY(waitUntilIdle(recorder, readers));
        for (const auto reader : readers)
            QCOMPARE(::kill(reader, SIGSTOP), 0);
        stuck.go();
        // A reader hangs at the first file that it is asked for. The copy is new to the recorder, but
        // functions of the first program, of a library, or of this program (which the child is until it
        // runs the copy) can be sampled for the first time before it.
        const std::set<std::string> mapped{path.toStdString(), exeOf(::getpid()).toStdString(),
                                           exeOf(first.pid()).toStdString()};
        std::vector<std::string> files;
        for (int turn = 0; turn < 120 && files.empty(); ++turn) {
            recorder.readFor(500);
            files = filesThatTookTooLong(recorder.reader().snapshot().warnings);
        }
        QVERIFY(!files.empty());
        for (const auto& file : files)
            QVERIFY2(mapped.contains(file) || file.find(".so") != std::string::npos, file.c_str());
        // The recording has continued, and new samples have their names.
        later.go();
        QVERIFY(isFoundSoon(recorder, "spin_alpha"));
        recorder.stop();
        const auto profile = recorder.finish();
        QVERIFY(recorder.reader().progress().hasEnded);
        QVERIFY(selfWeights(profile, [](const auto&) { return true; }).contains("spin_alpha"));
    }

private:
    static QString exeOf(pid_t pid) { return QFile::symLinkTarget(QString("/proc/%1/exe").arg(pid)); }
};

QTEST_GUILESS_MAIN(DamagedFilesTest)
#include "damaged_files_test.moc"
