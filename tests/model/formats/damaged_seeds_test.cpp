/// Every reader with damaged input: each seed of the fuzz targets, cut off and with changed bytes, is read or
/// refused with a sentence.
#include "model/formats/format.h"

#include <QDir>
#include <QFile>
#include <QTest>

using namespace candela;

namespace {

/// The seeds of "perf.data" are in perf_data, those of "pprof-legacy" in legacy_pprof.
QString seedFolder(std::string_view format) {
    auto name =
        QString::fromUtf8(format.data(), qsizetype(format.size())).replace('.', '_').replace('-', '_');
    if (name == "pprof_legacy") name = "legacy_pprof";
    return QString(SOURCE_DIR "/tests/fuzz/corpus/") + name;
}

std::string problemOf(const Format& format, const QByteArray& bytes) {
    const auto* begin = reinterpret_cast<const std::byte*>(bytes.constData());
    auto input = Input::fromBytes("-", {begin, begin + bytes.size()});
    Task task;
    const auto profile = format.read(input, task);
    if (profile) return check(*profile);
    const auto& text = profile.error().message;
    return text.empty() || text.ends_with('.') || text.find('\n') != text.npos ? "no sentence: " + text : "";
}

} // namespace

class DamagedSeedsTest : public QObject {
    Q_OBJECT

private slots:
    void eachSeedMayBeDamaged_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("seed");
        for (const auto& format : allFormats()) {
            if (!format.read) continue;
            const QDir folder(seedFolder(format.name));
            const auto name = QString::fromUtf8(format.name.data(), qsizetype(format.name.size()));
            const auto seeds = folder.entryList(QDir::Files);
            QVERIFY2(!seeds.isEmpty(), qPrintable("no seeds of " + name));
            for (const auto& seed : seeds)
                QTest::newRow(qPrintable(name + ": " + seed)) << name << folder.filePath(seed);
        }
    }
    void eachSeedMayBeDamaged() {
        QFETCH(QString, format);
        QFETCH(QString, seed);
        const auto& reader = *findFormat(format.toStdString());
        QFile file(seed);
        QVERIFY(file.open(QFile::ReadOnly));
        auto bytes = file.readAll();
        const auto step = std::max<qsizetype>(1, bytes.size() / 150);
        for (qsizetype size = 0; size <= bytes.size(); size += step)
            QCOMPARE(problemOf(reader, bytes.left(size)), std::string());
        for (qsizetype offset = 0; offset < bytes.size(); offset += step) {
            const auto before = bytes[offset];
            for (const int change : {0x01, 0x80, 0xff}) {
                bytes[offset] = static_cast<char>(before ^ change);
                QCOMPARE(problemOf(reader, bytes), std::string());
            }
            bytes[offset] = before;
        }
    }
};

QTEST_APPLESS_MAIN(DamagedSeedsTest)
#include "damaged_seeds_test.moc"
