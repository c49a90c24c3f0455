/// perf.data captures made by the tests' own writer: the forms of files, and errors in them.
#include "tests/perf_data_captures.h"

#include <QFile>
#include <QTest>

using namespace candela;

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

    /// Android's simpleperf writes it like this, also in a file.
    void tracingDataMayStandInItsRecord() {
        auto writer = writerOfASmallCapture();
        writer.clearRecords();
        auto data = writer.body();
        for (int byte = 0; byte < 24; ++byte)
            data.number<std::uint8_t>(7);
        writer.addRecord(perf::HeaderTracingData, 0, writer.body().u32(20).bytes(data));
        writer.addSample({.ip = 0x1234, .pid = 7, .tid = 7, .time = 5, .period = 3});
        const auto profile = readBytes(writer.file());
        QVERIFY2(profile, profile ? "" : profile.error().message.c_str());
        QVERIFY(profile->warnings.empty());
        QCOMPARE(profile->samples[0].size(), std::size_t(1));
    }

    void theMachineIsNamed() {
        const auto profile = readBytes(writerOfASmallCapture().file());
        QVERIFY(profile);
        QCOMPARE(profile->origin.host, std::string("elsewhere"));
        QCOMPARE(profile->origin.kernel, std::string("6.1.0 x86_64"));
        QCOMPARE(profile->origin.processor, std::string("Intel 80486"));
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

    void theTimeOfDayIsKnownWhereTheFileRelatesTheClocks() {
        auto writer = writerOfASmallCapture();
        writer.addFeature(perf::ClockInformation,
                          writer.body().u32(1).u32(1).u64(1'700'000'000'000'000'000).u64(3000));
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(profile->origin.startTime, std::int64_t(1'700'000'000'000'001'000));
    }

    void packedRecordsAreUnpackedAcrossTheirBorders_data() {
        QTest::addColumn<int>("type");
        QTest::newRow("old") << int(perf::Compressed);
        QTest::newRow("new") << int(perf::Compressed2);
    }
    void packedRecordsAreUnpackedAcrossTheirBorders() {
        QFETCH(int, type);
        auto writer = writerOfASmallCapture();
        std::vector<std::byte> plain = writer.records().content();
        writer.clearRecords();
        for (const auto& piece : packedInPieces(plain)) {
            auto body = writer.body();
            if (type == perf::Compressed2) body.u64(piece.size());
            body.bytes(piece);
            for (auto size = piece.size(); type == perf::Compressed2 && size % 8 != 0; ++size)
                body.number(std::uint8_t(0));
            writer.addRecord(std::uint32_t(type), 0, body);
        }
        compare(writer.file(), smallCapture);
        compare(writer.pipe(), smallCapture);
    }

    void packedRecordsThatHoldFarTooMuchAreReadInPart() {
        auto writer = writerOfASmallCapture();
        auto plain = writer.records().content();
        auto lost = writer.record(perf::Lost, 0, writer.body().u64(0).u64(0)).content();
        while (plain.size() < (16u << 20))
            plain.insert(plain.end(), lost.begin(), lost.end());
        writer.clearRecords();
        for (const auto& piece : packedInPieces(plain))
            writer.addRecord(perf::Compressed, 0, writer.body().bytes(piece));
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(profile->warnings.size(), std::size_t(1));
        QCOMPARE(linesOf(*profile, "cpu-clock").size(), 2);
    }

    void packedRecordsNeverTakeMoreThanThereIs() {
        auto writer = writerOfASmallCapture();
        auto plain = writer.records().content();
        for (std::uint32_t number = 0; plain.size() < (4u << 20); ++number) {
            const auto lost =
                writer.record(perf::Lost, 0, writer.body().u64(0).u64(number * 2654435761u)).content();
            plain.insert(plain.end(), lost.begin(), lost.end());
        }
        writer.clearRecords();
        for (const auto& piece : packedInPieces(plain))
            writer.addRecord(perf::Compressed, 0, writer.body().bytes(piece));
        auto input = Input::fromBytes("-", writer.file());
        input.setSizeLimit(2u << 20);
        Task task;
        const auto profile = readProfile(input, task);
        QVERIFY(profile);
        QCOMPARE(profile->warnings.size(), std::size_t(1));
        QVERIFY(profile->warnings.front().starts_with("The packed records hold more than fits into memory"));
        QCOMPARE(linesOf(*profile, "cpu-clock").size(), 2);
    }

    void readingStopsSoonAfterItIsCancelled_data() {
        QTest::addColumn<double>("share");
        QTest::newRow("while records are collected") << 0.1;
        QTest::newRow("while stacks are made") << 0.5;
    }
    void readingStopsSoonAfterItIsCancelled() {
        QFETCH(double, share);
        auto writer = writerOfASmallCapture();
        for (std::uint64_t row = 0; row < 30'000; ++row)
            writer.addSample(userSample(10, 10, 10'000 + row, {0x400100, 0x400200 + row % 16}));
        auto input = Input::fromBytes("-", writer.file());
        double first = -1, last = -1;
        Task task([&](double now) {
            QVERIFY(now >= last && now <= 1);
            last = now;
            if (now < share) return;
            if (first < 0) first = now;
            task.cancel();
        });
        const auto profile = readProfile(input, task);
        QVERIFY(!profile);
        QCOMPARE(profile.error().code, ErrorCode::Cancelled);
        QVERIFY2(first >= share && first < share + 0.1, qPrintable(QString::number(first)));
        QCOMPARE(last, first);
    }

    void countsThatTheBytesDoNotHoldAreDamage() {
        auto writer = writerOfASmallCapture();
        const auto tooMany = std::uint64_t(1) << 60;
        writer.addRecord(
            perf::Sample, perf::ModeUser,
            writer.body().u64(1).u64(0x400100).u32(10).u32(10).u64(6000).u32(0).u32(0).u64(1).u64(tooMany));
        writer.addRecord(perf::CallchainDeferred, 0, writer.body().u64(1).u64(tooMany));
        const auto profile = readBytes(writer.file());
        QVERIFY(profile);
        QCOMPARE(linesOf(*profile, "cpu-clock").size(), 2);
        QCOMPARE(profile->warnings, std::vector<std::string>{"Samples that are damaged were left out: 1."});
    }

    void aCaptureWithoutSamplesShowsAMessage() {
        auto writer = writerOfOneEvent();
        writer.addName(10, 10, "idle");
        const auto profile = readBytes(writer.file());
        QVERIFY(!profile);
        QCOMPARE(profile.error().message, std::string("it holds no samples"));
    }

    /// `SEEDS=DIR perf_data_test` writes the fuzzer's initial inputs.
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
