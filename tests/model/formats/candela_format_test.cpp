/// The .candela file as a format: profiles of other formats pass through it unchanged, and damage is
/// reported.
#include "model/formats/format.h"
#include "tests/corpus.h"
#include "tests/profile_dump.h"
#include "tests/profile_text.h"
#include "tests/recording_text.h"

#include <QDir>
#include <QDirIterator>
#include <QTest>

#include <algorithm>

using namespace candela;

namespace {

constexpr std::string_view threeSeconds =
    "10/11 100 main;draw;blit 5\n---\n10/11 1500 main;draw 1\n---\n10/12 2100 main 2\n";

Result<Profile> readBytes(std::span<const std::byte> bytes) {
    auto input = Input::fromBytes("test", {bytes.begin(), bytes.end()});
    Task task;
    return readProfile(input, task);
}

Result<Profile> readBytes(std::string_view bytes) {
    return readBytes(asBytes(bytes));
}

/// Whether two profiles are equal. QCOMPARE would not show the difference of texts of gigabytes.
bool isAlike(const Profile& left, const Profile& right) {
    const auto one = dump(left);
    const auto other = dump(right);
    if (one == other) return true;
    const auto at = static_cast<std::size_t>(
        std::mismatch(one.begin(), one.end(), other.begin(), other.end()).first - one.begin());
    const auto from = at > 200 ? at - 200 : 0;
    qWarning("%s\nis not\n%s", one.substr(from, 400).c_str(),
             other.substr(std::min(from, other.size()), 400).c_str());
    return false;
}

} // namespace

class CandelaFormatTest : public QObject {
    Q_OBJECT
private slots:
    void profilesOfOtherFormatsGoThroughUnchanged_data() {
        QTest::addColumn<QString>("path");
        QDirIterator walk(corpusFolder(), QDir::Files, QDirIterator::Subdirectories);
        while (walk.hasNext()) {
            Task task;
            const auto path = walk.next();
            if (const auto profile = readProfile(path.toStdString(), task))
                QTest::newRow(qPrintable(path)) << path;
        }
    }
    void profilesOfOtherFormatsGoThroughUnchanged() {
        QFETCH(QString, path);
        Task task;
        const auto profile = readProfile(path.toStdString(), task);
        Output output;
        QVERIFY(findFormat("candela")->write(*profile, output, task));
        const auto again = readBytes(output.bytes());
        QVERIFY(again);
        QCOMPARE(check(*again), std::string());
        QCOMPARE(again->origin.format, std::string("candela"));
        QVERIFY(isAlike(*again, *profile));
    }
    void aProfileOfTextGoesThroughUnchanged() {
        const auto profile = profileFromText("main;draw;blit@libdraw.so 12\nmain;draw 3\nmain;load 5\n");
        Output output;
        Task task;
        QVERIFY(findFormat("candela")->write(profile, output, task));
        const auto again = readBytes(output.bytes());
        QVERIFY(again);
        QCOMPARE(again->warnings.size(), 0u);
        QCOMPARE(dump(*again), dump(profile));
    }
    void aCutFileOpensWithOneWarning() {
        const auto bytes = recordingFromText(threeSeconds);
        for (std::size_t size = 1; size < bytes.size(); ++size) {
            const auto profile = readBytes(std::string_view(bytes).substr(0, size));
            QVERIFY(profile);
            QCOMPARE(profile->warnings.size(), 1u);
        }
    }
    void aFlippedByteIsReportedOrTheFileIsRefused() {
        const auto bytes = recordingFromText(threeSeconds);
        const auto intact = dump(*readBytes(bytes));
        for (std::size_t at = 0; at < bytes.size(); ++at) {
            for (const int flip : {1, 4, 32, 128, 255}) {
                auto damaged = bytes;
                damaged[at] = static_cast<char>(damaged[at] ^ flip);
                const auto profile = readBytes(damaged);
                QVERIFY(profile);
                QVERIFY(profile->warnings.size() == 1 || dump(*profile) == intact);
            }
        }
    }
    void aRecordingThatIsAllDamageIsRefused() {
        const auto profile = readBytes(std::string(recordingMagic) + std::string(100'000, '\0'));
        QVERIFY(!profile);
        QCOMPARE(profile.error().message,
                 std::string("this is a damaged recording: no part of it can be read"));
    }
    void readingCanBeCancelled() {
        const auto bytes = asBytes(std::string_view("\x8f"
                                                    "CDL\r\n\x1a\n"));
        auto input = Input::fromBytes("test", {bytes.begin(), bytes.end()});
        Task task;
        task.cancel();
        const auto profile = findFormat("candela")->read(input, task);
        QVERIFY(!profile && profile.error().code == ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(CandelaFormatTest)
#include "candela_format_test.moc"
