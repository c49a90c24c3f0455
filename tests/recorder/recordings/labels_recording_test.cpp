/// Real recordings: the labels of their processes, their use on the command line, and that a provider that
/// hangs costs no sample.
#include <QTest> // first, because moc can't read <concepts> otherwise
#undef signals   // the recorder's loop has real ones

#include "model/base/file.h"
#include "model/recording/segment_stream.h"
#include "model/symbols/lookup/module_symbols.h"
#include "recorder/active_recording.h"
#include "recorder/metadata/all_providers.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorder_program.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QTemporaryDir>

#include <atomic>
#include <set>
#include <thread>

using namespace candela;

namespace {

/// The text of a label in the process's own label set.
std::string labelOf(const Profile& profile, const Process& process, std::string_view key) {
    for (const auto& label : profile.labelsOf(process.labels)) {
        if (profile.text(label.key) == key) return std::string(profile.text(label.text));
    }
    return {};
}

/// The last program that the process ran; null if it is not in the profile.
const Process* findProcess(const Profile& profile, pid_t pid) {
    const Process* found = nullptr;
    for (const auto& process : profile.processes) {
        if (process.pid == pid && (!found || process.startTime > found->startTime)) found = &process;
    }
    return found;
}

/// A control group for a test, if this machine has groups of version 2 and lets it create one.
class TestGroup {
public:
    TestGroup() {
        const auto mounted = CgroupTree::defaultMountPoint();
        if (mounted.empty()) return;
        m_slice = QString::fromStdString(mounted) + "/candelatest.slice";
        m_group = m_slice + "/candela-labels.service";
        m_exists = QDir().mkpath(m_group);
    }
    ~TestGroup() {
        if (!m_exists) return;
        for (int attempt = 0; attempt < 100 && ::rmdir(qPrintable(m_group)) != 0; ++attempt)
            QTest::qWait(20); // its processes are ending
        ::rmdir(qPrintable(m_slice));
    }
    bool take(pid_t pid) {
        QFile file(m_group + "/cgroup.procs");
        return m_exists && file.open(QIODevice::WriteOnly | QIODevice::Unbuffered) &&
               file.write(QByteArray::number(pid)) > 0;
    }

private:
    QString m_slice;
    QString m_group;
    bool m_exists = false;
};

struct RecordedFile {
    QTemporaryDir folder;
    QString file = folder.filePath("a.candela");
    Profile profile;
};

Profile readRecording(const QString& path) {
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)) qFatal("no recording");
    const auto bytes = file.readAll();
    RecordingReader reader;
    reader.feed(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))));
    return reader.finish();
}

/// Records a held program until its end into a file.
void record(HeldProgram& program, RecordedFile& recorded) {
    QProcess recorder;
    recorder.setStandardOutputFile(recorded.file);
    recorder.start(PROGRAMS "/candela-recorder",
                   {"-o", "-", "-p", QString::number(program.pid()), "-F", "997", "--segment", "1"});
    // The first segment shows that it runs.
    QVERIFY(QTest::qWaitFor([&] { return QFileInfo(recorded.file).size() > 0; }, 20'000));
    program.go();
    program.result();
    ::kill(static_cast<pid_t>(recorder.processId()), SIGINT);
    QVERIFY(recorder.waitForFinished());
    recorded.profile = readRecording(recorded.file);
}

/// The output of `candela` for a report as JSON.
QJsonObject report(const QStringList& arguments) {
    QProcess program;
    program.start(PROGRAMS "/candela", QStringList{"report", "--format", "json"} + arguments);
    program.waitForFinished();
    return QJsonDocument::fromJson(program.readAllStandardOutput()).object();
}

std::atomic<bool> isReleased = false;

void hang(ObservedProcess&, LabelList& labels) {
    while (!isReleased)
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    labels.add("hanging", "late");
}

constexpr MetadataProvider hangingProviders[]{{"hanging", hang, nullptr}, {"user", describeUser, nullptr}};

} // namespace

class LabelsRecordingTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void aProcessIsLabelledWithItsUserAndWhatItRuns() {
        const auto path = workloads + "shares";
        HeldProgram program({path, "2"});
        TestGroup group;
        const bool isInGroup = group.take(program.pid());
        RecordedFile recorded;
        record(program, recorded);
        const auto& profile = recorded.profile;
        QCOMPARE(QString::fromStdString(check(profile)), "");
        const auto* process = findProcess(profile, program.pid());
        QVERIFY(process);
        const auto label = [&](std::string_view key) {
            return QString::fromStdString(labelOf(profile, *process, key));
        };
        QCOMPARE(label("user"), "root");
        QCOMPARE(label("command_line"), path + " 2");
        QCOMPARE(label("executable"), QFileInfo(path).canonicalFilePath());
        const auto symbols = ModuleSymbols::create(openToRead(path.toStdString())->get());
        QVERIFY(symbols.has_value());
        QVERIFY(!symbols->buildId().empty());
        QCOMPARE(label("executable.build_id"), QString::fromStdString(symbols->buildId()));
        QVERIFY(!symbols->compiler().empty());
        QCOMPARE(label("compiler"), QString::fromStdString(symbols->compiler()));
        QVERIFY(!label("cgroup").isEmpty());
        if (isInGroup) {
            QCOMPARE(label("cgroup"), "/candelatest.slice/candela-labels.service");
            QCOMPARE(label("systemd.unit"), "candela-labels.service");
            QCOMPARE(label("systemd.slice"), "candelatest.slice");
        }
        theCommandLineGroupsAndFilters(recorded, *process);
        everySegmentHasThem(recorded.file, path + " 2");
    }

    void processesThatExitAtOnceHaveWhatTheKernelReported() {
        HeldProgram program({workloads + "short_lived", "2"});
        RecordedFile recorded;
        record(program, recorded);
        const auto& profile = recorded.profile;
        int programs = 0;
        int described = 0;
        const auto& sampled = profile.samples.front().thread; // threads without samples are only counted
        for (const auto thread : std::set(sampled.begin(), sampled.end())) {
            const auto& process = profile.processes[profile.threads[thread.row()].process.row()];
            ++programs;
            described += labelOf(profile, process, "user") == "root" &&
                         !labelOf(profile, process, "cgroup").empty() &&
                         !labelOf(profile, process, "executable").empty();
        }
        QVERIFY(programs > 20);
        QVERIFY2(described >= programs * 98 / 100,
                 qPrintable(QString("%1 of %2").arg(described).arg(programs)));
    }

    void eachProgramOfAProcessHasItsOwnLabels() {
        // A shell that works for a while, so that it is seen in time, and then runs another program.
        const auto path = workloads + "shares";
        HeldProgram program(
            {"sh", "-c", "i=0; while [ $i -lt 2000000 ]; do i=$((i+1)); done; exec " + path + " 1"});
        RecordedFile recorded;
        record(program, recorded);
        const auto& profile = recorded.profile;
        std::map<std::string, std::string> executables;
        std::map<std::string, std::string> commands;
        for (const auto& process : profile.processes) {
            if (process.pid != program.pid()) continue;
            executables[std::string(profile.text(process.name))] = labelOf(profile, process, "executable");
            commands[std::string(profile.text(process.name))] = labelOf(profile, process, "command_line");
        }
        QCOMPARE(QString::fromStdString(executables["shares"]), QFileInfo(path).canonicalFilePath());
        QCOMPARE(QString::fromStdString(commands["shares"]), path + " 1");
        QVERIFY(QString::fromStdString(commands["sh"]).startsWith("sh -c i=0;"));
        QVERIFY(executables["sh"] != executables["shares"]);
        QVERIFY(!executables["sh"].empty());
    }

    void aProviderThatHangsCostsNoSample() {
        isReleased = false;
        auto loop = EventLoop::create();
        QVERIFY(loop.has_value());
        auto forkServer = ForkServer::start(PROGRAMS "/candela-recorder");
        QVERIFY(forkServer.has_value());
        const auto shared = std::make_shared<ForkServer>(std::move(*forkServer));
        SymbolClient names(shared, **loop);
        SymbolClient unwindTables(shared, **loop);
        auto openers = ForkServer::start(PROGRAMS "/candela-recorder", ForkServer::Kind::Openers);
        QVERIFY(openers.has_value());
        const auto sharedOpeners = std::make_shared<ForkServer>(std::move(*openers));
        FileOpener files(sharedOpeners, **loop);
        PromptOpener processes(sharedOpeners);
        PromptOpener metadata(sharedOpeners);
        QTemporaryDir folder;
        const auto path = folder.filePath("a.candela");
        auto keeper = FileKeeper::start(path.toStdString(), Existing::ReplaceCaptures);
        QVERIFY(keeper.has_value());
        auto output = Output::toFile(std::move(*keeper), [] {});

        HeldProgram program({workloads + "shares", "3"});
        RecordingOptions options;
        options.isWholeMachine = false;
        options.pids = {program.pid()};
        options.frequency = 997;
        options.providers = hangingProviders;
        auto opener = EventOpener::create();
        QVERIFY(opener.has_value());
        auto recording = ActiveRecording::prepare(options, std::move(*opener), **loop,
                                                  {names, unwindTables, {files, processes, metadata}},
                                                  *output, [&] { (*loop)->stop(); });
        QVERIFY(recording.has_value());
        (*recording)->begin();
        program.go();
        QVERIFY((*loop)->addTimer(std::chrono::milliseconds(100), [&] {
            siginfo_t info{};
            if (::waitid(P_PID, static_cast<id_t>(program.pid()), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
                info.si_pid == program.pid())
                (*recording)->stop();
            (*recording)->tick();
        }));
        (*loop)->run();
        const auto truth = program.result();
        isReleased = true;

        const auto profile = readRecording(path);
        QCOMPARE(QString::fromStdString(check(profile)), "");
        QVERIFY(profile.losses.empty());
        const auto total = static_cast<double>(sumOf(selfWeights(profile, [](const auto&) { return true; })));
        const auto trueTotal = truth["cpu_ns"].toDouble();
        QVERIFY(isSampled(total, trueTotal, 997, 0.05, profile));
        const auto* process = findProcess(profile, program.pid());
        QVERIFY(process);
        QCOMPARE(labelOf(profile, *process, "user"), "root"); // other providers are not affected
        QCOMPARE(labelOf(profile, *process, "hanging"), "");
    }

private:
    void theCommandLineGroupsAndFilters(const RecordedFile& recorded, const Process& process) {
        const auto& profile = recorded.profile;
        const auto buildId = QString::fromStdString(labelOf(profile, process, "executable.build_id"));
        const auto grouped = report({recorded.file, "--by", "label:executable.build_id"});
        const auto rows = grouped["rows"].toArray();
        QVERIFY(!rows.isEmpty());
        QCOMPARE(rows[0].toObject()["name"].toString(), buildId);
        const auto filtered = report({recorded.file, "--label", "executable.build_id=^" + buildId + "$"});
        QVERIFY(filtered["total"].toInteger() > 0);
        QCOMPARE(filtered["total"].toInteger(), rows[0].toObject()["total"].toInteger());
        QCOMPARE(report({recorded.file, "--label", "user=^nobody$"})["total"].toInteger(), 0);
    }

    /// Each segment has the labels that its samples need; only the first may be sent before they are known.
    void everySegmentHasThem(const QString& path, const QString& commandLine) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const auto bytes = file.readAll();
        SegmentStream stream;
        stream.feed(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))));
        stream.end();
        int withSamples = 0;
        int labelled = 0;
        recording::Segment segment;
        while (stream.next() == SegmentStream::Event::Segment) {
            QVERIFY(
                segment.ParseFromArray(stream.content().data(), static_cast<int>(stream.content().size())));
            if (segment.samples_size() == 0 || segment.samples(0).weight_size() == 0) continue;
            ++withSamples;
            const auto wanted = commandLine.toStdString();
            for (const auto& process : segment.processes())
                if (process.label_set() != 0 &&
                    std::ranges::find(segment.strings(), wanted) != segment.strings().end()) {
                    ++labelled;
                    break;
                }
        }
        QVERIFY(withSamples >= 2);
        QVERIFY2(labelled >= withSamples - 1, qPrintable(QString("%1 of %2").arg(labelled).arg(withSamples)));
    }
};

QTEST_GUILESS_MAIN(LabelsRecordingTest)
#include "labels_recording_test.moc"
