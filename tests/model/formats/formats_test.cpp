/// Requirements for every format of the table, for every way in which a file can be wrong.
#include "model/base/byte_reader.h"
#include "model/formats/format.h"
#include "tests/profile_dump.h"
#include "tests/profile_text.h"

#include <QDir>
#include <QFile>
#include <QSaveFile>
#include <QTemporaryDir>
#include <QTest>

using namespace candela;

namespace {

std::vector<std::byte> bytesOf(const Output& output) {
    return {output.bytes().begin(), output.bytes().end()};
}

Result<Profile> readBytes(std::string name, std::vector<std::byte> bytes) {
    auto input = Input::fromBytes(std::move(name), std::move(bytes));
    Task task;
    return readProfile(input, task);
}

Profile smallProfile() {
    return profileFromText(
        "main;draw;blit@libdraw.so 12\nmain;draw 3\nmain;load@libload.so 5\nmain;draw;blit@libdraw.so 1\n");
}

/// Many samples and many stacks, more than a reader processes at a time.
const Profile& largeProfile() {
    static const auto profile = [] {
        std::string text;
        for (std::uint32_t row = 0; row < 300'000; ++row) {
            for (std::uint32_t depth = 0; depth < 4; ++depth)
                text += (depth > 0 ? ";f" : "f") + std::to_string((row >> depth * 4) % 300);
            text += " 1\n";
        }
        return profileFromText(text);
    }();
    return profile;
}

bool isSentence(const std::string& text) {
    return !text.empty() && !text.ends_with('.') && !text.ends_with('\n');
}

} // namespace

class FormatsTest : public QObject {
    Q_OBJECT

    static void addFormats(bool (*wanted)(const Format&)) {
        QTest::addColumn<QString>("name");
        for (const auto& format : allFormats()) {
            const auto name = QString::fromUtf8(format.name.data(), qsizetype(format.name.size()));
            if (wanted(format)) QTest::newRow(qPrintable(name)) << name;
        }
    }
    static bool goesBothWays(const Format& format) { return format.read && format.write; }
    static const Format& formatOf(const QString& name) { return *findFormat(name.toStdString()); }
    static std::vector<std::byte> written(const Format& format, const Profile& profile = smallProfile()) {
        Output output;
        Task task;
        return format.write(profile, output, task) ? bytesOf(output) : std::vector<std::byte>();
    }

private slots:
    void theTableIsComplete() {
        for (const auto& format : allFormats()) {
            QVERIFY(!format.name.empty());
            QVERIFY(!format.description.empty());
            QVERIFY(format.extensions.starts_with('.'));
            QVERIFY(format.recognizes);
            QVERIFY(format.read || format.write);
            QCOMPARE(findFormat(format.name), &format);
            const auto ours = format.extensions.substr(0, format.extensions.find(' '));
            if (format.write) QCOMPARE(formatForFileName("profile" + std::string(ours)), &format);
        }
        QVERIFY(!findFormat("no such format"));
        QVERIFY(!formatForFileName("profile.unknown"));
    }

    void fixturesReadAsExpected_data() {
        QTest::addColumn<QString>("file");
        const QDir folder(QString(FIXTURES) + "/formats");
        for (const auto& file : folder.entryList(QDir::Files)) {
            if (!file.endsWith(".expected") && !file.endsWith(".go"))
                QTest::newRow(qPrintable(file)) << folder.filePath(file);
        }
    }
    void fixturesReadAsExpected() {
        QFETCH(QString, file);
        Task task;
        const auto profile = readProfile(file.toStdString(), task);
        QVERIFY2(profile, profile ? "" : profile.error().message.c_str());
        QCOMPARE(check(*profile), std::string());
        QCOMPARE(profile->origin.file, file.toStdString());
        const auto text =
            QByteArray::fromStdString("format " + profile->origin.format + "\n" + dump(*profile));
        if (qEnvironmentVariableIsSet("UPDATE_EXPECTED")) {
            QSaveFile expected(file + ".expected");
            QVERIFY(expected.open(QIODevice::WriteOnly) && expected.write(text) == text.size() &&
                    expected.commit());
        }
        QFile expected(file + ".expected");
        QVERIFY2(expected.open(QIODevice::ReadOnly), "not there: run with UPDATE_EXPECTED=1");
        QCOMPARE(QString::fromUtf8(text), QString::fromUtf8(expected.readAll()));
    }

    void whatIsWrittenReadsTheSame_data() { addFormats(goesBothWays); }
    void whatIsWrittenReadsTheSame() {
        QFETCH(QString, name);
        const auto again = readBytes("-", written(formatOf(name)));
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(again->origin.format, name.toStdString());
        QCOMPARE(check(*again), std::string());
        QVERIFY(again->warnings.empty());
        QCOMPARE(profileToText(*again), profileToText(smallProfile()));
    }

    void writtenTwiceIsTheSame_data() {
        addFormats([](const Format& format) { return format.write != nullptr; });
    }
    void writtenTwiceIsTheSame() {
        QFETCH(QString, name);
        QVERIFY(written(formatOf(name)) == written(formatOf(name)));
    }

    void theFilesNameDoesNotMatter_data() { addFormats(goesBothWays); }
    void theFilesNameDoesNotMatter() {
        QFETCH(QString, name);
        for (const auto& other : allFormats()) {
            const auto again =
                readBytes("wrong" + std::string(other.extensions.substr(0, other.extensions.find(' '))),
                          written(formatOf(name)));
            QVERIFY(again);
            QCOMPARE(again->origin.format, name.toStdString());
        }
    }

    void aFileThatIsCutAnywhereIsReadOrRefused_data() { addFormats(goesBothWays); }
    void aFileThatIsCutAnywhereIsReadOrRefused() {
        QFETCH(QString, name);
        const auto whole = written(formatOf(name));
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto cut = readBytes("-", {whole.begin(), whole.begin() + std::ptrdiff_t(size)});
            if (cut) {
                QCOMPARE(check(*cut), std::string());
            } else {
                QVERIFY2(isSentence(cut.error().message), cut.error().message.c_str());
            }
        }
    }

    void aFileWithAnyByteFlippedIsReadOrRefused_data() { addFormats(goesBothWays); }
    void aFileWithAnyByteFlippedIsReadOrRefused() {
        QFETCH(QString, name);
        auto bytes = written(formatOf(name));
        for (std::size_t offset = 0; offset < bytes.size(); ++offset) {
            for (const auto mask : {std::byte{0x01}, std::byte{0x80}, std::byte{0xff}}) {
                bytes[offset] ^= mask;
                const auto damaged = readBytes("-", bytes);
                if (damaged)
                    QCOMPARE(check(*damaged), std::string());
                else
                    QVERIFY2(isSentence(damaged.error().message), damaged.error().message.c_str());
                bytes[offset] ^= mask;
            }
        }
    }

    void cancelledWorkFailsAsCancelled_data() { addFormats(goesBothWays); }
    void cancelledWorkFailsAsCancelled() {
        QFETCH(QString, name);
        auto input = Input::fromBytes("-", written(formatOf(name)));
        Task task;
        task.cancel();
        const auto profile = readProfile(input, task);
        QVERIFY(!profile);
        QCOMPARE(profile.error().code, ErrorCode::Cancelled);
    }

    /// A reader that is cancelled in the middle reports no more progress than it made.
    void readingStopsSoonAfterItIsCancelled_data() { addFormats(goesBothWays); }
    void readingStopsSoonAfterItIsCancelled() {
        QFETCH(QString, name);
        const auto bytes = written(formatOf(name), largeProfile());
        double first = -1, last = -1;
        int reportsAfter = 0;
        Task task([&](double share) {
            QVERIFY2(share >= last && share <= 1, qPrintable(QString::number(share)));
            last = share;
            if (task.isCancelled()) ++reportsAfter;
            if (share < 0.05) return;
            if (first < 0) first = share;
            task.cancel();
        });
        auto input = Input::fromBytes("-", bytes);
        const auto profile = readProfile(input, task);
        QVERIFY2(first > 0, "no progress was reported");
        QVERIFY2(first < 1, qPrintable(QString::number(first)));
        QVERIFY(!profile);
        QCOMPARE(profile.error().code, ErrorCode::Cancelled);
        QVERIFY2(reportsAfter <= 1 && last - first < 0.2, qPrintable(QString::number(last)));
    }

    void textsThatAreNoProfilesAreRefused_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("prose") << QByteArray("There were 12 of them.\nNone was counted; none was kept.\n");
        QTest::newRow("one word") << QByteArray("hello");
        QTest::newRow("a word and a line") << QByteArray("\nhello\n");
        QTest::newRow("numbers") << QByteArray("1\n2\n3\n");
        QTest::newRow("short number") << QByteArray("8\n");
        QTest::newRow("C") << QByteArray(
            "#include <stdio.h>\nint main(void) {\n    int x = 1; return x;\n}\n");
        QTest::newRow("script") << QByteArray("#!/bin/sh\nset -e; echo 1\nexit 0\n");
        QTest::newRow("CSV") << QByteArray("name;weight\nmain;12\ndraw;3\n");
        QTest::newRow("JSON") << QByteArray("{\"a\": [1, 2, 3]}\n");
        QTest::newRow("XML") << QByteArray("<?xml version=\"1.0\"?><svg/>\n");
        QTest::newRow("zeros") << QByteArray(10'000, '\0');
        QTest::newRow("ones") << QByteArray(10'000, '\xff');
        QTest::newRow("white space") << QByteArray("\n\n  \n");
        QTest::newRow("ELF") << QByteArray("\x7f"
                                           "ELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0",
                                           20);
        QTest::newRow("PNG") << QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16);
        QTest::newRow("minified")
            << QByteArray("!function(a,b){var c=1;for(;;){c+=1;if(c>9)break}return c}();").repeated(200);
    }
    void textsThatAreNoProfilesAreRefused() {
        QFETCH(QByteArray, text);
        const auto* begin = reinterpret_cast<const std::byte*>(text.constData());
        const auto profile = readBytes("-", {begin, begin + text.size()});
        QVERIFY(!profile);
        QCOMPARE(profile.error().code, ErrorCode::BadInput);
        QVERIFY2(isSentence(profile.error().message), profile.error().message.c_str());
    }

    void aFoldedStacksLastFrameMayHaveNoName() {
        const std::string_view text = "main;write;  3\nmain;write 1\nmain;write; 2\n";
        const auto bytes = asBytes(text);
        const auto profile = readBytes("a.folded", {bytes.begin(), bytes.end()});
        QVERIFY(profile);
        const auto& samples = profile->samples[0];
        QCOMPARE(samples.weight, (std::vector<std::int64_t>{3, 1, 2}));
        const auto write = samples.stack[1];
        QCOMPARE(profile->stacks.parent[samples.stack[0].row()], write);
        QVERIFY(profile->frames.function[profile->stacks.frame[samples.stack[0].row()].row()].isNone());
        QCOMPARE(samples.stack[2], write); // nothing is between ; and the weight
    }

    void stacksInsideOfJsonAreNoFoldedText() {
        const auto file = "{\"cpu\": \"" + QByteArray("main;draw;blit;fill;").repeated(300) + " 12\"}";
        const auto* begin = reinterpret_cast<const std::byte*>(file.constData());
        const auto profile = readBytes("-", {begin, begin + file.size()});
        QVERIFY(!profile);
        QCOMPARE(profile.error().message,
                 std::string("this is JSON, but none of the profiles that Candela knows"));
    }

    void nothingToDrawIsReported() {
        Output output;
        Task task;
        for (const auto& format : allFormats()) {
            if (!format.write) continue;
            const auto done = format.write(ProfileBuilder().build(), output, task);
            if (!done) QVERIFY(isSentence(done.error().message));
        }
    }
};

QTEST_APPLESS_MAIN(FormatsTest)
#include "formats_test.moc"
