/// Thousands of different executables in one recording, with minimum
/// limits: every table evicts many times, stays within its limit, and each
/// segment alone has all its names. CANDELA_EXECUTABLES sets the number.
#include "model/recording/segment_stream.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorded_program.h"

#include <fmt/format.h>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <set>

using namespace candela;

namespace {

int executables() {
    const auto count = qEnvironmentVariable("CANDELA_EXECUTABLES").toInt();
    return count > 0 ? std::min(count, 99'999) : 2000;
}

std::string numbered(const char* name, int number) {
    return QString("%1_%2").arg(name).arg(number, 5, 10, QChar('0')).toStdString();
}

std::string buildIdOf(int number) {
    return QString("7e57c0de000000007e57c0de%1").arg(number, 8, 16, QChar('0')).toStdString();
}

/// Copies of one program with different function names and build ids.
bool makePrograms(const QString& folder, int count) {
    QFile file(workloads + "tiny_program");
    if (!file.open(QFile::ReadOnly)) return false;
    auto program = file.readAll();
    const auto name = program.indexOf("spin_tiny_00000");
    const auto id = program.indexOf(QByteArray::fromHex(buildIdOf(0).c_str()));
    if (name < 0 || id < 0) return false;
    for (int number = 0; number < count; ++number) {
        program.replace(name, 15, numbered("spin_tiny", number).c_str());
        program.replace(id, 16, QByteArray::fromHex(buildIdOf(number).c_str()));
        QFile copy(folder + "/" + numbered("tiny", number).c_str());
        if (!copy.open(QFile::WriteOnly) || copy.write(program) != program.size()) return false;
        if (!copy.setPermissions(QFile::ReadOwner | QFile::ExeOwner)) return false;
    }
    return true;
}

/// Each segment of a recording as a separate recording.
std::vector<QByteArray> cutOut(const QByteArray& recording) {
    std::vector<QByteArray> parts;
    const auto magic = static_cast<qsizetype>(recordingMagic.size());
    for (qsizetype position = magic; position + 4 <= recording.size();) {
        std::uint32_t length = 0;
        std::memcpy(&length, recording.constData() + position, sizeof length);
        parts.push_back(recording.left(magic) + recording.mid(position, 4 + static_cast<qsizetype>(length)));
        position += 4 + static_cast<qsizetype>(length);
    }
    return parts;
}

struct LimitOutcome {
    std::set<int> executables;
    std::int64_t weight = 0;
    std::map<std::string, std::int64_t> wrong; // weight by reason
    std::map<std::string, TableUse> tables;    // tables of the last segment
    std::vector<std::string> overfull;
    std::uint64_t peakMemory = 0;
    std::map<std::string, std::uint64_t> losses;
};

/// The problem of a sample; empty if it has all its names, and they are correct.
std::string problemOf(const Profile& profile, const Thread& thread, StackIndex stack) {
    const std::string program(profile.text(profile.processes[thread.process.row()].name));
    if (profile.text(thread.name) != program) return "the thread's name is not its program's";
    if (!stack) return "no stack";
    for (auto at = stack; at; at = profile.stacks.parent[at.row()]) {
        const auto frame = profile.stacks.frame[at.row()].row();
        const auto kind = profile.frames.kind[frame];
        if (kind != FrameKind::User) continue;
        const auto function = profile.frames.function[frame];
        const auto mapping = profile.frames.mapping[frame];
        if (!mapping) return "a frame without a file";
        const auto& file = profile.mappings[mapping.row()];
        if (!profile.text(file.path).ends_with("/" + program)) return "another file than its own";
        if (profile.text(file.buildId) != buildIdOf(std::stoi(program.substr(5)))) return "another build id";
        if (!function)
            return "a function without a name, at " + fmt::format("{:x}", profile.frames.address[frame]);
        const auto name = profile.text(profile.functions[function.row()].name);
        if (name != "spin_" + program && name != "_start") return "another function";
    }
    return {};
}

void look(const QByteArray& segment, LimitOutcome& outcome) {
    RecordingReader reader;
    reader.feed(std::as_bytes(std::span(segment.constData(), static_cast<std::size_t>(segment.size()))));
    for (const auto& table : reader.progress().tables) {
        outcome.tables[table.name] = table;
        auto allowed = table.limit;
        if (table.name == "bytes of names") allowed *= 2;       // waiting segments need as much
        if (table.name == "modules of the child") allowed += 8; // those in use stay open
        if (table.used > allowed)
            outcome.overfull.push_back(table.name + ": " + std::to_string(table.used) + " of " +
                                       std::to_string(table.limit));
    }
    const auto profile = reader.finish();
    outcome.peakMemory = std::max<std::uint64_t>(outcome.peakMemory, profile.recorder.peakMemory);
    for (const auto& loss : profile.losses)
        outcome.losses[loss.reason] += static_cast<std::uint64_t>(loss.count);
    const auto& table = profile.samples.front();
    for (std::size_t row = 0; row < table.size(); ++row) {
        const auto& thread = profile.threads[table.threadAt(row).row()];
        const std::string program(profile.text(profile.processes[thread.process.row()].name));
        if (!program.starts_with("tiny_")) continue;
        outcome.executables.insert(std::stoi(program.substr(5)));
        outcome.weight += table.weight[row];
        const auto problem = problemOf(profile, thread, table.stack[row]);
        if (!problem.empty()) outcome.wrong[problem] += table.weight[row];
    }
}

QString textOf(const LimitOutcome& outcome) {
    QString text = QString("%1 executables, %2 s, %3 MB at most")
                       .arg(outcome.executables.size())
                       .arg(double(outcome.weight) / 1e9)
                       .arg(double(outcome.peakMemory) / 1e6);
    for (const auto& [problem, weight] : outcome.wrong)
        text += QString("\nwrong: %1 s %2").arg(double(weight) / 1e9).arg(problem.c_str());
    for (const auto& [name, table] : outcome.tables)
        text += QString("\n%1: %2 of %3, %4 evicted")
                    .arg(name.c_str())
                    .arg(table.used)
                    .arg(table.limit)
                    .arg(table.evicted);
    for (const auto& [reason, count] : outcome.losses)
        text += QString("\nlost: %1 %2").arg(count).arg(reason.c_str());
    for (const auto& line : outcome.overfull)
        text += QString("\noverfull: %1").arg(line.c_str());
    return text;
}

} // namespace

class TableLimitsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
    }

    void eachSegmentAloneHasAllItsNamesWhateverWasEvicted() {
        QTemporaryDir folder;
        const int count = executables();
        QVERIFY(makePrograms(folder.path(), count));
        const auto file = folder.filePath("recording.candela");
        HeldProgram program({workloads + "storm", QString::number(count), "2", folder.path()});
        {
            QProcess recorder;
            recorder.setProcessChannelMode(QProcess::ForwardedErrorChannel);
            recorder.setStandardOutputFile(file); // -o would create it only with the first samples
            QStringList arguments{"-o", "-", "-F", "997", "-p", QString::number(program.pid())};
            for (const auto* limit :
                 {"processes=200", "process-bytes=100000", "modules=2000", "name-bytes=1000000",
                  "name-files=200", "open-modules=8", "unwind-files=200", "unwind-chunks=100"})
                arguments << "--limit" << limit;
            recorder.start(PROGRAMS "/candela-recorder", arguments);
            QTRY_VERIFY_WITH_TIMEOUT(QFile(file).size() > 100, 20'000);
            program.go();
            program.result();
            recorder.terminate();
            QVERIFY(recorder.waitForFinished());
            QCOMPARE(recorder.exitCode(), 0);
        }
        QFile recording(file);
        QVERIFY(recording.open(QFile::ReadOnly));
        LimitOutcome outcome;
        const auto segments = cutOut(recording.readAll());
        QVERIFY(segments.size() > 3);
        for (const auto& segment : segments)
            look(segment, outcome);
        const auto text = textOf(outcome);
        qInfo().noquote() << text;
        QVERIFY2(static_cast<int>(outcome.executables.size()) > count * 8 / 10, qPrintable(text));
        // If the machine is so busy that names are late for a segment, the recorder reports that.
        const bool isLate = outcome.tables["names asked for"].evicted > 0;
        QVERIFY2(outcome.wrong.empty() || (isLate && sumOf(outcome.wrong) * 50 < outcome.weight),
                 qPrintable(text));
        QVERIFY2(outcome.overfull.empty(), qPrintable(text));
        for (const auto* name : {"processes", "modules", "bytes of names", "files for names",
                                 "modules of the child", "files with unwind tables"})
            QVERIFY2(outcome.tables[name].evicted >= static_cast<std::uint64_t>(count / 40), name);
        QVERIFY2(outcome.peakMemory < 150'000'000, qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(TableLimitsTest)
#include "table_limits_test.moc"
