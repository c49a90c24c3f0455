/// Files that unpack to more memory than machines have.
#include <QTest>

#include "model/base/free_memory.h"
#include "model/base/memory_scope.h"
#include "model/formats/format.h"
#include "model/formats/input/opening_limit.h"
#include "tests/tighter_memory.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <unistd.h>
#include <zlib.h>

using namespace candela;

namespace {

constexpr std::uint64_t mebibyte = 1u << 20;

QByteArray gzipped(const QByteArray& bytes) {
    z_stream stream{};
    if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 9, Z_DEFAULT_STRATEGY) != Z_OK)
        return {};
    QByteArray packed(qsizetype(deflateBound(&stream, uLong(bytes.size()))), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = uInt(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = uInt(packed.size());
    deflate(&stream, Z_FINISH);
    packed.resize(qsizetype(stream.total_out));
    deflateEnd(&stream);
    return packed;
}

/// A pprof profile with one location and that many samples of it, each eight bytes.
QByteArray pprofWithSamples(int count) {
    QByteArray profile;
    profile += QByteArray("\x0a\x04\x08\x01\x10\x02", 6); // sample type: strings 1 and 2
    profile += QByteArray("\x32\x00", 2);                 // the empty string
    profile += "\x32\x03"
               "cpu"; //
    profile += "\x32\x05"
               "count";                                   //
    profile += QByteArray("\x22\x04\x08\x01\x18\x10", 6); // location 1 at address 16
    const QByteArray sample("\x12\x06\x0a\x01\x01\x12\x01\x05", 8);
    return profile + sample.repeated(count);
}

} // namespace

class OpeningLimitTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        m_path = m_folder.filePath("bomb.pb.gz");
        QFile file(m_path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(gzipped(pprofWithSamples(2'500'000))); // 20 MB
        file.close();
        QVERIFY2(QFileInfo(m_path).size() < 50'000, qPrintable(QString::number(QFileInfo(m_path).size())));
    }
    void theLimitFollowsTheFileAndIsNeverBelowWhatAnyFileNeeds() {
        const OpeningLimit limit;
        QCOMPARE(limit.forFile(0), 512 * mebibyte);
        QCOMPARE(limit.forFile(mebibyte), 576 * mebibyte);
        QCOMPARE(limit.forFile(~std::uint64_t{0}), MemoryBound::noLimit);
        QCOMPARE(OpeningLimit::none().forFile(1), MemoryBound::noLimit);
    }
    void sizesOfMemoryAreReadAsPeopleWriteThem() {
        QCOMPARE(openingLimitFromText("2G")->bytes.value(), 2048 * mebibyte);
        QCOMPARE(openingLimitFromText("500M")->bytes.value(), 500 * mebibyte);
        QCOMPARE(openingLimitFromText("500MB")->bytes.value(), 500 * mebibyte);
        QCOMPARE(openingLimitFromText("1024")->bytes.value(), std::uint64_t{1024});
        QCOMPARE(openingLimitFromText("none")->bytes.value(), MemoryBound::noLimit);
        for (const auto* text : {"", "0", "G", "-1", "2T", "99999999999G", "2 G"})
            QVERIFY2(!openingLimitFromText(text), text);
    }
    void whatUnpacksToMoreThanItsLimitIsRefusedWithTheLimit() {
        if (!isMemoryCounted) QSKIP("a sanitizer takes more memory than any limit allows");
        Task task;
        const auto refused = readProfile(m_path.toStdString(), OpeningLimit{32 * mebibyte}, task);
        QVERIFY(!refused);
        QVERIFY(isOpeningLimit(refused.error()));
        QVERIFY2(refused.error().message.find("32 MiB") != std::string::npos ||
                     refused.error().message.find("33.6 MB") != std::string::npos ||
                     refused.error().message.find("32.0 MB") != std::string::npos,
                 refused.error().message.c_str());
        QVERIFY(refused.error().hint.find("--memory-limit") != std::string::npos);
    }
    void aSmallFileDoesNotExhaustTheMemory() {
        if (!isMemoryCounted) QSKIP("a sanitizer takes more memory than any limit allows");
        // Ten million mappings of two bytes each: a file of 20 kB that needed tables of 800 MB.
        const auto path = m_folder.filePath("mappings.pb.gz");
        QFile file(path);
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(gzipped(pprofWithSamples(1) + QByteArray("\x1a\x00", 2).repeated(10'000'000)));
        file.close();
        Task task;
        const auto refused = readProfile(path.toStdString(), task);
        QVERIFY(!refused);
        QVERIFY(isOpeningLimit(refused.error()));
    }
    void aHigherLimitOpensIt() {
        Task task;
        const auto opened = readProfile(m_path.toStdString(), OpeningLimit::none(), task);
        QVERIFY(opened);
        QCOMPARE(opened->samples[0].size(), 2'500'000u);
    }
    void whatComesThroughAPipeHasALimitAsWell() {
        if (!isMemoryCounted) QSKIP("a sanitizer takes more memory than any limit allows");
        QFile file(m_path);
        QVERIFY(file.open(QFile::ReadOnly));
        const auto before = ::dup(STDIN_FILENO);
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        const auto packed = file.readAll();
        QCOMPARE(::write(ends[1], packed.data(), std::size_t(packed.size())), packed.size());
        ::close(ends[1]);
        ::dup2(ends[0], STDIN_FILENO);
        ::close(ends[0]);
        Task task;
        const auto refused = readProfile("-", OpeningLimit{32 * mebibyte}, task);
        ::dup2(before, STDIN_FILENO);
        ::close(before);
        QVERIFY(!refused);
        QVERIFY(isOpeningLimit(refused.error()));
    }

private:
    QTemporaryDir m_folder;
    QString m_path;
};

QTEST_GUILESS_MAIN(OpeningLimitTest)
#include "opening_limit_test.moc"
