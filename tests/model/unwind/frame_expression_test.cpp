/// DWARF expressions of frames that fit into unwind rows.
#include <QTest> // first, because moc can't read <concepts> otherwise

#include "model/unwind/call_frames/call_frame_program.h"
#include "model/unwind/call_frames/frame_expression.h"

using namespace candela;

namespace {

using Kind = FrameExpression::Kind;

FrameExpression expressionOf(const char* hex) {
    const auto bytes = QByteArray::fromHex(hex);
    return frameExpression(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))),
                           UnwindMachine{});
}

} // namespace

class FrameExpressionTest : public QObject {
    Q_OBJECT
private slots:
    void aWordOnTheStackPlusANumberMayBeTheCallersStackPointer() {
        const auto plain = expressionOf("772806"); // breg7 40, deref
        QCOMPARE(plain.kind, Kind::WordAt);
        QCOMPARE(plain.reg, 7u);
        QCOMPARE(plain.offset, 40);
        QCOMPARE(plain.addend, 0u);
        const auto behind = expressionOf("772806 2308"); // as OpenSSL's assembly writes it: plus_uconst 8
        QCOMPARE(behind.kind, Kind::WordAt);
        QCOMPARE(behind.offset, 40);
        QCOMPARE(behind.addend, 8u);
    }
    void aWordOfAnArrayOnTheStackIsFoundByItsIndex() {
        const auto indexed =
            expressionOf("770879 00381e22 06 2308"); // breg7 8, breg9 0, lit8, mul, plus, ...
        QCOMPARE(indexed.kind, Kind::WordAtIndex);
        QCOMPARE(indexed.reg, 7u);
        QCOMPARE(indexed.index, 9u);
        QCOMPARE(indexed.offset, 8);
        QCOMPARE(indexed.addend, 8u);
        // Without the word that it reads, it is not a frame expression.
        QCOMPARE(expressionOf("770879 00381e22").kind, FrameExpression{}.kind);
    }
    void whatIsOfNoKnownShapeIsNone() {
        for (const char* hex : {"", "06", "7728 0606", "7728 22", "77"})
            QCOMPARE(expressionOf(hex).kind, FrameExpression{}.kind);
    }
};

QTEST_GUILESS_MAIN(FrameExpressionTest)
#include "frame_expression_test.moc"
