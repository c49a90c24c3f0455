#include "recorder/command_line.h"

#include <QTest>

using namespace candela;

namespace {

Result<CommandLine> read(const QString& text) {
    std::vector<QByteArray> words;
    for (const auto& word : text.split(' ', Qt::SkipEmptyParts))
        words.push_back(word.toUtf8());
    std::vector<char*> pointers;
    for (auto& word : words)
        pointers.push_back(word.data());
    return readCommandLine(pointers);
}

} // namespace

class RecorderCommandLineTest : public QObject {
    Q_OBJECT
private slots:
    void aFileIsRecordedWithDefaults() {
        const auto line = read("-o out.candela");
        QVERIFY(line);
        QCOMPARE(line->mode, CommandLine::Mode::File);
        QCOMPARE(line->file, "out.candela");
        QVERIFY(line->isComplete);
        QVERIFY(line->recording.isWholeMachine);
        QCOMPARE(line->recording.frequency, 99u);
        QCOMPARE(line->recording.maximumSeconds, 0u);
    }
    void segmentsOfFilesAreLongerThanThoseThatAreSeen() {
        QCOMPARE(read("-o f")->recording.segmentSeconds, 4u);
        QCOMPARE(read("--stdio -a")->recording.segmentSeconds, 1u);
        QCOMPARE(read("-o f --segment 2")->recording.segmentSeconds, 2u);
        QCOMPARE(read("--stdio --segment=10")->recording.segmentSeconds, 10u);
        QVERIFY(read("--stdio --segment=10")->isComplete);
    }
    void optionsTakeTheirValuesInEveryWay() {
        for (const auto* text : {"-o f -d 5 -F 997 -p 12 -p 13", "-of -d5 -F997 -p12 -p13",
                                 "--output=f --duration=5 --frequency=997 --pid=12 --pid 13"}) {
            const auto line = read(text);
            QVERIFY2(line, text);
            QCOMPARE(line->file, "f");
            QCOMPARE(line->recording.maximumSeconds, 5u);
            QCOMPARE(line->recording.frequency, 997u);
            QCOMPARE(line->recording.pids, (std::vector<std::int32_t>{12, 13}));
            QVERIFY(!line->recording.isWholeMachine);
        }
    }
    void aClientRequestsWhatToRecordUnlessOptionsDo() {
        QVERIFY(!read("--stdio")->isComplete);
        QVERIFY(!read("--service")->isComplete);
        QVERIFY(read("--stdio -a")->isComplete);
        QVERIFY(read("--stdio -d 3")->isComplete);
    }
    void limitsCanBeLowered() {
        const auto line = read("-o f --limit modules=100 --limit=name-bytes=5000 --limit processes=7");
        QVERIFY(line);
        QCOMPARE(line->recording.limits.modules, 100u);
        QCOMPARE(line->recording.limits.names.memory, 5000u);
        QCOMPARE(line->recording.limits.processes.processes, 7u);
        QCOMPARE(line->recording.limits.names.openFiles, TableLimits().names.openFiles);
    }
    void wrongUsageIsRefused_data() {
        QTest::addColumn<QString>("text");
        for (const auto* text : {"-o",
                                 "-o f -d",
                                 "-o f -d 0",
                                 "-o f -d x",
                                 "-o f -F 10001",
                                 "-o f -F 0",
                                 "-o f -p 0",
                                 "-o f -p -3",
                                 "-a -p 1 -o f",
                                 "--stdio --service",
                                 "-o f --stdio",
                                 "--service -a",
                                 "-d 3",
                                 "--nonsense",
                                 "file",
                                 "-o f -F 99x",
                                 "--stdio=3",
                                 "-o f --limit",
                                 "-o f --limit modules",
                                 "-o f --limit modules=0",
                                 "-o f --limit modules=99999999",
                                 "-o f --limit chairs=4",
                                 "-o f --segment 0",
                                 "-o f --segment 11"})
            QTest::newRow(text) << QString(text);
    }
    void wrongUsageIsRefused() {
        QFETCH(QString, text);
        const auto line = read(text);
        QVERIFY(!line);
        QCOMPARE(line.error().code, ErrorCode::Usage);
    }
    void helpNamesEveryProbe() {
        QCOMPARE(read("")->mode, CommandLine::Mode::Help);
        QVERIFY(commandLineHelp().find("cpu") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(RecorderCommandLineTest)
#include "recorder_command_line_test.moc"
