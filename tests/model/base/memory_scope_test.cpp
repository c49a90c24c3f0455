/// MemoryScope: which work is refused, where, and with which message. The test lowers its own limit so that
/// little is left.
#include "model/base/memory_scope.h"
#include "model/base/parallel.h"
#include "tests/byte_sizes.h"
#include "tests/tighter_memory.h"

#include <QTest>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

using namespace candela;

namespace {

/// Takes that many bytes in small pieces, and gives them back.
Result<std::size_t> takePieces(std::size_t bytes, std::size_t piece = 1000) {
    std::vector<std::unique_ptr<char[]>> pieces;
    for (std::size_t taken = 0; taken < bytes; taken += piece)
        pieces.push_back(std::make_unique<char[]>(piece));
    return pieces.size();
}

QByteArray messageOf(const Result<std::size_t>& result) {
    return result ? QByteArray("no error") : QByteArray::fromStdString(result.error().message);
}

} // namespace

class MemoryScopeTest : public QObject {
    Q_OBJECT
private slots:
    void init() {
        if (!isMemoryCounted) QSKIP("the sanitizers bring their own operator new");
    }
    void whatFitsIsNotRefused() {
        const auto done = withinMemory([] { return takePieces(50 * megabyte); });
        QCOMPARE(done.value_or(0), 50 * megabyte / 1000 + 1);
    }
    void manySmallPiecesAreRefusedInOneSentence() {
        const TighterMemory limit(100 * megabyte);
        const auto done = withinMemory([] { return takePieces(500 * megabyte); });
        QVERIFY(!done);
        const auto message = messageOf(done);
        QVERIFY2(message.startsWith("needs more memory than there is: Candela had taken "), message);
        QVERIFY2(message.endsWith(" were left by ulimit -d"), message);
        QVERIFY(done.error().hint.starts_with("the shell's ulimit -d allows "));
        QVERIFY(done.error().code == ErrorCode::BadInput);
    }
    void aLargePieceIsRefusedBeforeItIsTaken() {
        const TighterMemory limit(200 * megabyte);
        const auto before = takenMemory();
        const auto done = withinMemory([]() -> Result<std::size_t> {
            std::vector<char> bytes(190 * megabyte);
            return bytes.size();
        });
        QVERIFY2(messageOf(done).contains(" and wanted 199 MB more when "), messageOf(done));
        QVERIFY(takenMemory() < before + 10 * megabyte);
    }
    void aPartStaysFreeForOthers() {
        const TighterMemory limit(200 * megabyte);
        std::uint64_t left = 0;
        const auto done = withinMemory([&]() -> Result<std::size_t> {
            std::vector<std::unique_ptr<char[]>> pieces;
            pieces.reserve(1'000'000);
            try {
                while (true)
                    pieces.push_back(std::make_unique<char[]>(1000));
            } catch (const std::bad_alloc&) {
                left = freeMemory();
                throw;
            }
        });
        QVERIFY(!done);
        QVERIFY2(left > 10 * megabyte, std::to_string(left).c_str());
        QVERIFY2(left < 100 * megabyte, std::to_string(left).c_str());
    }
    void whatWasGivenBackCanBeTakenAgain() {
        const TighterMemory limit(200 * megabyte);
        const auto done = withinMemory([]() -> Result<std::size_t> {
            std::size_t pieces = 0;
            for (int round = 0; round < 8; ++round)
                pieces += *takePieces(100 * megabyte);
            return pieces;
        });
        QVERIFY2(done, messageOf(done));
    }
    void anotherScopeAfterARefusalStartsAfresh() {
        const TighterMemory limit(100 * megabyte);
        QVERIFY(!withinMemory([] { return takePieces(500 * megabyte); }));
        const auto done = withinMemory([] { return takePieces(20 * megabyte); });
        QVERIFY2(done, messageOf(done));
    }
    void aThreadInNoScopeIsNotRefused() {
        const TighterMemory limit(60 * megabyte);
        const auto done = withinMemory([] { return takePieces(500 * megabyte); });
        QVERIFY(!done);
        QVERIFY(MemoryScope::current() == MemoryScope::Kind::Unbounded);
        // More than a scope would allow, but within the free memory.
        QVERIFY(std::make_unique<char[]>(50 * megabyte));
    }
    void threadsOfAScopeAreInIt() {
        const TighterMemory limit(200 * megabyte);
        const auto done = withinMemory([]() -> Result<std::size_t> {
            inParallel(3, [](std::size_t) { static_cast<void>(takePieces(500 * megabyte)); });
            return 0;
        });
        QVERIFY2(messageOf(done).startsWith("needs more memory than there is: "), messageOf(done));
        bool isBounded = true;
        inParallel(2, [&](std::size_t part) {
            if (part == 1) isBounded = MemoryScope::current() == MemoryScope::Kind::Bounded;
        });
        QVERIFY(!isBounded);
    }
    void anInnerScopeDoesNotEndTheOuterOne() {
        const MemoryScope outer;
        {
            const MemoryScope inner;
            QVERIFY(MemoryScope::current() == MemoryScope::Kind::Bounded);
        }
        QVERIFY(MemoryScope::current() == MemoryScope::Kind::Bounded);
    }
    void allocationsWithoutExceptionsGetNull() {
        const TighterMemory limit(100 * megabyte);
        const MemoryScope scope;
        const std::unique_ptr<char[]> bytes(new (std::nothrow) char[500 * megabyte]);
        QVERIFY(!bytes);
    }
    void aLengthThatNoContainerHasIsRefusedAsWell() {
        const auto done = withinMemory([]() -> Result<std::size_t> {
            std::string text;
            text.reserve(text.max_size() + std::size_t(1));
            return text.size();
        });
        QVERIFY2(messageOf(done).startsWith("needs more memory than there is: "), messageOf(done));
    }
    void alignedObjectsAreCountedAndAligned() {
        struct alignas(256) Wide {
            char bytes[256];
        };
        const auto wide = std::make_unique<Wide[]>(3);
        QCOMPARE(reinterpret_cast<std::uintptr_t>(wide.get()) % 256, std::uintptr_t(0));
        const TighterMemory limit(100 * megabyte);
        const auto done = withinMemory([]() -> Result<std::size_t> {
            std::vector<Wide> rows(megabyte);
            return rows.size();
        });
        QVERIFY(!done);
    }
};

QTEST_GUILESS_MAIN(MemoryScopeTest)
#include "memory_scope_test.moc"
