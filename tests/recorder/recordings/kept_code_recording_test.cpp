/// A recording keeps the code of the functions that were hit: it is annotated as before after its binary was
/// rebuilt with other code, and after it was deleted.
#include "model/base/byte_reader.h"
#include "tests/app/commands/annotation_json.h"
#include "tests/app/commands/command_outcome.h"
#include "tests/recorder/held_program.h"
#include "tests/recorder/recorder_program.h"
#include "tests/test_folder.h"

#include <QFile>
#include <QFileInfo>
#include <QTest>

#include <algorithm>

using namespace candela;

namespace {

const QByteArray mixHeader = R"(#pragma once
#include <cstdint>
inline std::uint64_t mix(std::uint64_t value) {
    value ^= value >> 33;
    value *= 0xff51afd7ed558ccdULL;
    value ^= value >> 29;
    return value;
}
)";
const QByteArray churnSource = R"(#include "mix.h"
#include <cstdlib>
#include <ctime>
volatile std::uint64_t sink;
extern "C" [[gnu::noinline]] std::uint64_t turn(std::uint64_t value) { return value % 7 == 3 ? value / 3 : value; }
extern "C" [[gnu::noinline]] std::uint64_t churn(std::uint64_t count) {
    std::uint64_t sum = 1;
    for (std::uint64_t i = 0; i < count; ++i)
        sum = turn(sum + mix(sum + i));
    return sum;
}
int main() {
    while (std::clock() < CLOCKS_PER_SEC * 3 / 2) sink = churn(100'000);
}
)";
const QByteArray otherSource = R"(#include <cmath>
#include <cstdio>
extern "C" [[gnu::noinline]] double churn(double count) {
    double sum = 0;
    while (count > 1) sum += std::sqrt(count /= 2);
    return sum;
}
int main(int argc, char**) { std::printf("%f\n", churn(argc)); }
)";

/// The outputs of `candela annotate` without the word for where the code is from.
struct Annotations {
    QByteArray assembly;
    QByteArray source;
    QJsonObject json;
    QString from; // where the code is from
};

} // namespace

class KeptCodeRecordingTest : public QObject {
    Q_OBJECT

    TestFolder m_folder;
    QString m_program = m_folder.filePath("churn");

    void compile(const QString& source, const QStringList& options) const {
        QProcess compiler;
        compiler.start("g++", QStringList{m_folder.filePath(source), "-o", m_program} + options);
        QVERIFY2(compiler.waitForFinished() && compiler.exitCode() == 0,
                 compiler.readAllStandardError().constData());
    }
    QString record(const QString& name, const QStringList& options) const {
        const auto file = m_folder.filePath(name);
        HeldProgram program({m_program});
        QProcess recorder;
        recorder.setStandardOutputFile(file); // -o FILE would create it only with the first samples
        recorder.start(recorderProgram,
                       QStringList{"-o", "-", "-F", "499", "-p", QString::number(program.pid())} + options);
        if (!QTest::qWaitFor([&] { return QFileInfo(file).size() > 0; }, 20'000)) qFatal("no recording");
        program.go();
        // The program uses a fixed CPU time: there are as many samples on a busy machine.
        program.result();
        recorder.terminate();
        if (!recorder.waitForFinished()) qFatal("the recording does not end");
        return file;
    }
    static void verifyNoCodeIn(const QString& file) {
        QFile recording(file);
        QVERIFY(recording.open(QFile::ReadOnly));
        RecordingReader reader;
        reader.feed(asBytes(std::string_view(recording.readAll().toStdString())));
        const auto profile = reader.finish();
        QVERIFY(profile.samples.front().size() > 100);
        QCOMPARE(profile.code.size(), std::size_t{0});
    }
    static QByteArray text(const QStringList& arguments) {
        const auto outcome = runCandela(QStringList{"annotate"} + arguments);
        if (outcome.status != 0) return "failed: " + outcome.errors;
        return QByteArray(outcome.output).replace("(files of this machine)", "(the capture)");
    }
    static Annotations annotations(const QString& file) {
        Annotations all{text({file, "churn", "--assembly", "--all"}),
                        text({file, "churn", "--source", "--all"}),
                        runCandela({"annotate", file, "churn", "--format", "json"}).json(),
                        {}};
        auto code = all.json["code"].toArray();
        for (auto function : code) {
            auto object = function.toObject();
            all.from = object.take("source").toString();
            function = object;
        }
        all.json["code"] = code;
        return all;
    }
    void compareWith(const Annotations& before, const QString& file) const {
        const auto now = annotations(file);
        QCOMPARE(now.from, QString("the capture"));
        QCOMPARE(now.assembly, before.assembly);
        QCOMPARE(now.source, before.source);
        QCOMPARE(now.json, before.json);
    }

private slots:
    void initTestCase() {
        if (const auto why = whyNoRecording(); !why.isEmpty()) QSKIP(why.constData());
        m_folder.write("mix.h", mixHeader);
        m_folder.write("churn.cpp", churnSource);
        m_folder.write("other.cpp", otherSource);
    }
    void aCaptureIsAnnotatedAsBeforeAfterItsBinaryChanged_data() {
        QTest::addColumn<QStringList>("options");
        QTest::newRow("with a build id") << QStringList{"-O2", "-g", "-Wl,--build-id"};
        QTest::newRow("position dependent") << QStringList{"-O2", "-g", "-no-pie", "-Wl,--build-id"};
    }
    void aCaptureIsAnnotatedAsBeforeAfterItsBinaryChanged() {
        QFETCH(const QStringList, options);
        compile("churn.cpp", options);
        const auto file = record("churn.candela", {});
        const auto before = annotations(file);
        QCOMPARE(before.from, QString("files of this machine"));
        QVERIFY2(before.assembly.contains("<turn>"), before.assembly.constData());
        QVERIFY2(before.source.contains("turn(sum + mix(sum + i))"), before.source.constData());
        QVERIFY(instructionsOf(before.json).size() > 10);
        const bool hasInlined =
            std::ranges::any_of(instructionsOf(before.json), [](const QJsonValue& instruction) {
                return instruction.toObject()["frames"].toArray().size() == 2;
            });
        QVERIFY(hasInlined);

        compile("other.cpp", options);
        compareWith(before, file);
        QFile::remove(m_program);
        compareWith(before, file);
        const auto converted = m_folder.filePath("converted.candela");
        QCOMPARE(runCandela({"convert", file, converted}).status, 0);
        const auto again = annotations(converted);
        QCOMPARE(again.json["code"], before.json["code"]);
        QCOMPARE(again.json["lines"], before.json["lines"]);
    }
    void withoutABuildIdTheKeptCodeIsShownAtOnce() {
        const QStringList options{"-O2", "-g", "-Wl,--build-id=none"};
        compile("churn.cpp", options);
        const auto file = record("unmarked.candela", {});
        const auto before = annotations(file);
        QCOMPARE(before.from, QString("the capture"));
        QVERIFY(before.assembly.contains("<turn>"));
        compile("other.cpp", options);
        compareWith(before, file);
    }
    void withoutDebugInformationTheInstructionsAreKept() {
        compile("churn.cpp", {"-O2", "-Wl,--build-id"});
        const auto file = record("plain.candela", {});
        const auto before = text({file, "churn", "--assembly", "--all"});
        QVERIFY2(before.contains("<turn>"), before.constData());
        QFile::remove(m_program);
        QCOMPARE(text({file, "churn", "--assembly", "--all"}), before);
    }
    void withNoCodeNothingIsKept() {
        compile("churn.cpp", {"-O2", "-g", "-Wl,--build-id"});
        const auto file = record("without.candela", {"--no-code"});
        verifyNoCodeIn(file);
        QFile::remove(m_program);
        QVERIFY(text({file, "churn", "--assembly"}).startsWith("failed: "));
    }
    /// The window and `candela record` send a request; the recorder has limits of its own besides.
    void ofARequestForNoCodeNothingIsKept() {
        compile("churn.cpp", {"-O2", "-g", "-Wl,--build-id"});
        const auto file = m_folder.filePath("request.candela");
        const auto outcome = runCandela({"record", "--no-code", "-F", "499", "-o", file, "--", m_program});
        QVERIFY2(outcome.status == 0, outcome.errors.constData());
        verifyNoCodeIn(file);
    }
};

QTEST_GUILESS_MAIN(KeptCodeRecordingTest)
#include "kept_code_recording_test.moc"
