/// Rows for code without unwind information: which gaps have some, and where the last of them ends.
#include "model/unwind/instructions/unlisted_code.h"

#include "tests/fuzz/made_elf.h"

#include <QTest>

#include <array>
#include <limits>
#include <memory>

using namespace candela;

namespace {

/// push %rbp; mov %rsp,%rbp; then instructions of one byte; pop %rbp; ret.
constexpr std::array<std::uint8_t, 64> followable{0x55, 0x48, 0x89, 0xe5, 0x90, 0x90, 0x90, 0x90,
                                                  0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x90,
                                                  0x90, 0x90, 0x90, 0x90, 0x90, 0x90, 0x5d, 0xc3};

struct GapRows {
    std::uint64_t end = 0; ///< what addRows() returned, behind the beginning of the code
    std::size_t rows = 0;
};

/// The rows of gaps whose positions are counted from the beginning of the code.
GapRows rowsOf(std::vector<CodeGap> gaps) {
    MadeElf made;
    made.add(".code", followable);
    auto file = made.finish();
    const auto begin = file.find(std::string_view(reinterpret_cast<const char*>(followable.data()), 24));
    for (auto& gap : gaps)
        gap = {gap.begin + begin, gap.end + begin};
    elf_version(EV_CURRENT);
    const std::unique_ptr<Elf, decltype(&elf_end)> elf(elf_memory(file.data(), file.size()), elf_end);
    UnlistedCode code(elf.get(), std::as_bytes(std::span(file)), {}, std::move(gaps));
    UnwindRows rows;
    const auto end = code.addRows(std::numeric_limits<std::uint64_t>::max(), rows);
    return {end ? end - begin : 0, rows.size()};
}

} // namespace

class UnlistedCodeTest : public QObject {
    Q_OBJECT
private slots:
    void aGapOfCodeHasRows() {
        const auto found = rowsOf({{0, 24}});
        QCOMPARE(found.end, 24u);
        QVERIFY(found.rows > 0);
    }
    void alignmentHasNone() {
        const auto found = rowsOf({{32, 40}});
        QCOMPARE(found.end, 0u);
        QCOMPARE(found.rows, 0u);
    }
    /// Go's functions that end signal handlers follow alignment, and need a row there.
    void alignmentAfterCodeIsNotItsEnd() { QCOMPARE(rowsOf({{0, 24}, {32, 40}}).end, 24u); }
};

QTEST_GUILESS_MAIN(UnlistedCodeTest)
#include "unlisted_code_test.moc"
