/// Bytes are read within their bounds; after the first failure nothing is read any more.
#include "model/base/byte_reader.h"

#include <QTest>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

using namespace candela;

namespace {

constexpr std::string_view twoTexts("ab\0\0end", 7);

ByteReader readerOf(std::string_view text) {
    return ByteReader(std::as_bytes(std::span(text)));
}

} // namespace

class ByteReaderTest : public QObject {
    Q_OBJECT

private slots:
    void textsEndWithZero() {
        auto reader = readerOf(twoTexts);
        QCOMPARE(reader.terminatedText(), std::string_view("ab"));
        QCOMPARE(reader.offset(), std::size_t{3});
        QCOMPARE(reader.terminatedText(), std::string_view());
        QCOMPARE(reader.offset(), std::size_t{4});
        QVERIFY(!reader.failed());
    }
    void aTextWithoutZeroFails() {
        auto reader = readerOf(twoTexts);
        reader.skip(4);
        QCOMPARE(reader.terminatedText(), std::string_view());
        QVERIFY(reader.failed());
        QVERIFY(reader.atEnd());
        auto empty = readerOf({});
        QCOMPARE(empty.terminatedText(), std::string_view());
        QVERIFY(empty.failed());
    }
    void nothingIsReadAfterAFailure() {
        auto reader = readerOf(twoTexts);
        reader.skip(8);
        reader.seek(0);
        QVERIFY(reader.failed());
        QCOMPARE(reader.terminatedText(), std::string_view());
        QCOMPARE(reader.text(2), std::string_view());
        QCOMPARE(reader.read<std::uint8_t>(), std::uint8_t{0});
    }
    void numbersAreReadInTheMachinesByteOrder() {
        auto reader = readerOf(twoTexts);
        QCOMPARE(reader.read<std::uint16_t>(), std::uint16_t{0x6261});
        QCOMPARE(reader.remaining(), twoTexts.size() - 2);
        QCOMPARE(reader.read<std::uint64_t>(), std::uint64_t{0});
        QVERIFY(reader.failed());
    }
};

QTEST_APPLESS_MAIN(ByteReaderTest)
#include "byte_reader_test.moc"
