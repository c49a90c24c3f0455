/// Code of two builds side by side: hand-made functions, and properties of random ones.
#include "model/code/aligned_code.h"
#include "model/code/aligned_pairs.h"
#include "tests/model/code/mirrored_rows.h"

#include <QTest>

#include <fmt/format.h>

#include <compare>
#include <functional>
#include <random>

using namespace candela;

namespace {

constexpr std::uint64_t start = 0x1000;
constexpr std::uint32_t size = 4; ///< bytes of an instruction

/// Instructions of four bytes each; "jne 3" jumps to the instruction in row 3, "call name" calls a function.
AnnotatedCode annotatedCodeOf(const std::vector<std::string>& texts) {
    auto code = std::make_shared<FunctionCode>();
    code->parts.push_back({start, std::vector<std::byte>(texts.size() * size)});
    AnnotatedCode annotated;
    std::uint64_t nextTarget = 0x9000;
    for (std::size_t row = 0; row < texts.size(); ++row) {
        Instruction instruction{
            .address = start + row * size, .size = size, .target = {}, .text = texts[row]};
        const auto operand = texts[row].substr(std::min(texts[row].find(' '), texts[row].size() - 1) + 1);
        if (texts[row].starts_with("j")) {
            instruction.kind =
                texts[row].starts_with("jmp") ? InstructionKind::Jump : InstructionKind::Branch;
            instruction.target = start + std::stoull(operand) * size;
            instruction.text =
                fmt::format("{} {:#x}", texts[row].substr(0, texts[row].find(' ')), *instruction.target);
        } else if (texts[row].starts_with("call")) {
            instruction.kind = InstructionKind::Call;
            instruction.target = nextTarget += 0x10;
            code->targets[nextTarget] = operand;
        } else if (texts[row] == "ret") {
            instruction.kind = InstructionKind::Return;
        }
        annotated.instructions.push_back({instruction, std::int64_t(row), std::int64_t(row)});
    }
    annotated.code = std::move(code);
    return annotated;
}

/// "mov = mov", "add < ", " > sub", "cmp ~ cmp": the operations of both sides with the alignment between.
std::string textOf(const AlignedCode& aligned, const AnnotatedCode& base, const AnnotatedCode& newSide) {
    const auto operation = [](const AnnotatedCode& code, const std::optional<std::uint32_t>& row) {
        const auto& text = row ? code.instructions[*row].instruction.text : std::string();
        return text.substr(0, text.find(' '));
    };
    std::string lines;
    for (const auto& row : aligned.rows) {
        const auto sign = std::string("=~<>")[std::size_t(row.alignment)];
        lines += fmt::format("{}{} {} {}\n", row.beginsBlock ? "* " : "", operation(base, row.base), sign,
                             operation(newSide, row.newSide));
    }
    return lines;
}

std::string aligned(const std::vector<std::string>& base, const std::vector<std::string>& newSide) {
    const auto left = annotatedCodeOf(base), right = annotatedCodeOf(newSide);
    return textOf(alignedCode(left, right), left, right);
}

std::vector<std::string> randomCode(std::mt19937& random, std::size_t length) {
    static const std::vector<std::string> some{"mov rax, rbx", "mov rax, rcx", "add rax, 1", "cmp rax, 5",
                                               "ret"};
    std::vector<std::string> texts;
    for (std::size_t row = 0; row < length; ++row) {
        const bool isBranch = random() % 4 == 0;
        texts.push_back(isBranch ? fmt::format("jne {}", random() % length) : some[random() % some.size()]);
    }
    return texts;
}

void requireEachOnce(const AlignedCode& aligned, std::size_t base, std::size_t newSide) {
    std::uint32_t nextBase = 0, nextNew = 0;
    for (const auto& row : aligned.rows) {
        if (row.base) QCOMPARE(*row.base, nextBase++);
        if (row.newSide) QCOMPARE(*row.newSide, nextNew++);
        QVERIFY(row.base || row.newSide);
    }
    QCOMPARE(nextBase, base);
    QCOMPARE(nextNew, newSide);
}

/// The numbers of how functions are used, of the exchanged sides if mirrored.
std::string usesOf(const AlignedCode& aligned, bool isMirrored) {
    std::string text;
    for (const auto& used : aligned.used) {
        auto base = used.base, newSide = used.newSide;
        if (isMirrored) std::swap(base, newSide);
        text += fmt::format("{}: {} {} {}, {} {} {}\n", used.name, base.calls, base.instructions, base.self,
                            newSide.calls, newSide.instructions, newSide.self);
    }
    return text;
}

/// The largest sum of scores, by the plain recurrence over a whole table.
int largestSum(std::size_t left, std::size_t right,
               const std::function<int(std::size_t, std::size_t)>& scoreOf) {
    std::vector<std::vector<int>> best(left + 1, std::vector<int>(right + 1));
    for (auto i = left; i-- > 0;)
        for (auto k = right; k-- > 0;)
            best[i][k] = std::max({best[i + 1][k], best[i][k + 1], scoreOf(i, k) + best[i + 1][k + 1]});
    return best[0][0];
}

} // namespace

class AlignedCodeTest : public QObject {
    Q_OBJECT
private slots:
    void instructionsAreAlignedInTheirBlocks() {
        QCOMPARE(aligned({"mov rax, 1", "add rax, 2", "jne 0", "ret"},
                         {"mov rax, 1", "sub rbx, 1", "add rax, 3", "jne 0", "ret"}),
                 std::string("* mov = mov\n > sub\nadd ~ add\njne = jne\n* ret = ret\n"));
    }
    void addressesAreNoDifference() {
        QCOMPARE(aligned({"mov eax, dword ptr [rip + 0x2f3a]", "call load", "jne 0"},
                         {"nop", "mov eax, dword ptr [rip + 0x11]", "call load", "jne 1"}),
                 std::string("*  > nop\n* mov = mov\ncall = call\njne = jne\n"));
    }
    void anotherCalleeIsAChange() {
        QCOMPARE(aligned({"mov eax, 1", "call load"}, {"mov eax, 1", "call save"}),
                 std::string("* mov = mov\ncall ~ call\n"));
    }
    void blocksWithoutAnythingInCommonAreNotAligned() {
        QCOMPARE(aligned({"mov rax, 1", "jmp 2", "add rax, 1", "ret"},
                         {"mov rax, 1", "jmp 2", "vpaddd ymm0, ymm1", "vzeroupper"}),
                 std::string("* mov = mov\njmp = jmp\n* add < \nret < \n*  > vpaddd\n > vzeroupper\n"));
    }
    void aJumpToAnotherBlockIsAChange() {
        // The loop of base is left for the return, that of new for the second loop.
        QCOMPARE(aligned({"mov rax, 1", "jne 4", "mov rbx, 2", "jne 2", "ret"},
                         {"mov rax, 1", "jne 2", "mov rbx, 2", "jne 2", "ret"}),
                 std::string("* mov = mov\njne ~ jne\n* mov = mov\njne = jne\n* ret = ret\n"));
    }
    void thePageOfDataIsNoDifference() {
        QCOMPARE(aligned({"adrp x0, #0x1000", "ret"}, {"adrp x0, #0x42000", "ret"}),
                 std::string("* adrp = adrp\nret = ret\n"));
        QCOMPARE(aligned({"adrp x0, #0x1000", "ret"}, {"adrp x1, #0x1000", "ret"}),
                 std::string("* adrp ~ adrp\nret = ret\n"));
    }
    void inlinedCodeIsAlignedThoughItsRegistersDiffer() {
        const auto inlined = [](AnnotatedCode annotated) {
            auto code = std::make_shared<FunctionCode>(*annotated.code);
            SymbolizedFrame inner, outer;
            inner.name = "add_row";
            outer.name = "add_rows";
            code->lines = {{start, {inner, outer}}};
            annotated.code = code;
            return annotated;
        };
        const auto base = annotatedCodeOf({"mov rax, 1", "add rax, 2", "ret"});
        const auto newSide = annotatedCodeOf({"mov rbx, 3", "add rbx, 4", "vzeroupper"});
        const auto without = alignedCode(base, newSide);
        QCOMPARE(textOf(without, base, newSide),
                 std::string("* mov < \nadd < \nret < \n*  > mov\n > add\n > vzeroupper\n"));
        const auto left = inlined(base), right = inlined(newSide);
        QCOMPARE(textOf(alignedCode(left, right), left, right),
                 std::string("* mov ~ mov\nadd ~ add\nret < \n > vzeroupper\n"));
    }
    void functionsThatBecameInlinedAreNamed() {
        const auto base = annotatedCodeOf({"mov rax, 1", "call add_row [clone .isra.0]", "ret"});
        auto newSide = annotatedCodeOf({"mov rax, 1", "vpaddd ymm0, ymm1", "ret"});
        auto code = std::make_shared<FunctionCode>(*newSide.code);
        const auto frame = [](const char* name) {
            SymbolizedFrame made;
            made.name = name;
            return made;
        };
        code->lines = {{start, {frame("add_rows")}},
                       {start + size, {frame("add_row"), frame("add_rows")}},
                       {start + 2 * size, {frame("add_rows")}}};
        newSide.code = code;
        const auto used = alignedCode(base, newSide).used;
        QCOMPARE(used.size(), std::size_t{1});
        QCOMPARE(used[0].name, std::string("add_row"));
        QCOMPARE(used[0].base.calls, std::size_t{1});
        QCOMPARE(used[0].base.instructions, std::size_t{0});
        QCOMPARE(used[0].newSide.calls, std::size_t{0});
        QCOMPARE(used[0].newSide.instructions, std::size_t{1});
        QCOMPARE(used[0].newSide.self, std::int64_t{1}); // its row number
    }
    void randomCodeIsAlignedWholly() {
        std::mt19937 random(5);
        for (int turn = 0; turn < 300; ++turn) {
            const auto left = annotatedCodeOf(randomCode(random, 1 + random() % 60));
            const auto right = annotatedCodeOf(randomCode(random, 1 + random() % 60));
            const auto forth = alignedCode(left, right), back = alignedCode(right, left);
            requireEachOnce(forth, left.instructions.size(), right.instructions.size());
            requireEachOnce(back, right.instructions.size(), left.instructions.size());
        }
    }
    void exchangedSidesMirrorEachRow() {
        std::mt19937 random(6);
        for (int turn = 0; turn < 500; ++turn) {
            const auto left = annotatedCodeOf(randomCode(random, 1 + random() % 60));
            const auto right = annotatedCodeOf(randomCode(random, 1 + random() % 60));
            const auto forth = alignedCode(left, right), back = alignedCode(right, left);
            QVERIFY(unordered(forth.rows, false) == unordered(back.rows, true));
            QCOMPARE(usesOf(forth, false), usesOf(back, true));
        }
    }
    void codeComparedWithItselfShowsNoChange() {
        std::mt19937 random(7);
        for (int turn = 0; turn < 300; ++turn) {
            const auto code = annotatedCodeOf(randomCode(random, 1 + random() % 60));
            const auto itself = alignedCode(code, code);
            QCOMPARE(itself.rows.size(), code.instructions.size());
            for (const auto& row : itself.rows) {
                QCOMPARE(row.alignment, Alignment::Same);
                QCOMPARE(row.base, row.newSide);
            }
            for (const auto& used : itself.used) {
                QCOMPARE(used.base.calls, used.newSide.calls);
                QCOMPARE(used.base.self, used.newSide.self);
            }
        }
    }
    void theSumOfScoresIsTheLargest() {
        std::mt19937 random(8);
        for (int turn = 0; turn < 300; ++turn) {
            const std::size_t left = random() % 30, right = random() % 30;
            std::vector<std::vector<int>> scores(left, std::vector<int>(right));
            for (auto& row : scores)
                for (auto& score : row)
                    score = std::max(0, int(random() % 9) - 4);
            const auto scoreOf = [&](std::size_t i, std::size_t k) { return scores[i][k]; };
            int sum = 0;
            std::uint32_t nextLeft = 0, nextRight = 0;
            for (const auto& [i, k] : alignedPairs(left, right, scoreOf, std::compare_three_way())) {
                if (i) QCOMPARE(*i, nextLeft++);
                if (k) QCOMPARE(*k, nextRight++);
                if (i && k) QVERIFY(scores[*i][*k] > 0);
                if (i && k) sum += scores[*i][*k];
            }
            QCOMPARE(nextLeft, left);
            QCOMPARE(nextRight, right);
            QCOMPARE(sum, largestSum(left, right, scoreOf));
        }
    }
    void longCodeIsNotAligned() {
        const auto one = annotatedCodeOf({"ret"});
        const auto many =
            annotatedCodeOf(std::vector<std::string>(maximumAlignedInstructions + 1, "add rax, 1"));
        const auto found = alignedCode(many, one);
        QVERIFY(!found.areBlocksAligned);
        requireEachOnce(found, many.instructions.size(), 1);
    }
    void emptyCodeIsFine() { QVERIFY(alignedCode(annotatedCodeOf({}), annotatedCodeOf({})).rows.empty()); }
};

QTEST_APPLESS_MAIN(AlignedCodeTest)
#include "aligned_code_test.moc"
