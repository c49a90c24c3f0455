/// Functions of stripped programs that are matched by their machine code: what must not be taken for the
/// same.
#include "model/comparison/matching/machine_code/code_comparison.h"
#include "model/profile/profile_builder.h"
#include "model/profile/start_name.h"
#include "tests/model/comparison/compared_text.h"

#include <QTest>

#include <elf.h>

#include <random>
#include <set>
#include <string>
#include <vector>

using namespace candela;

namespace {

using MachineCode = std::vector<std::byte>;

/// Instructions that no other seed has: mov eax, [rbx + seed]; add eax, number.
MachineCode bodyOf(unsigned seed, unsigned count = 12) {
    MachineCode code;
    for (unsigned at = 0; at < count; ++at)
        for (const auto byte : {0x8bU, 0x43U, seed, 0x83U, 0xc0U, at % 100 + 1})
            code.push_back(std::byte(byte));
    return code;
}

/// A program of which only the starts of functions are known.
class StrippedCodes {
public:
    explicit StrippedCodes(std::string buildId) : m_buildId(std::move(buildId)) {}

    KeptCode& add(std::uint64_t start, MachineCode code, const char* path = "/bin/app",
                  std::uint16_t machine = EM_X86_64) {
        m_functions.push_back({start, path, {}});
        auto& kept = m_functions.back().code;
        kept.machine = machine;
        kept.parts.push_back({start, std::move(code)});
        return kept;
    }

    std::shared_ptr<const Profile> profile() const {
        ProfileBuilder builder;
        const auto value = builder.valueType("samples", "count");
        std::vector<MappingIndex> mappings;
        for (const auto& function : m_functions) {
            const auto mapping = builder.mapping({.path = builder.string(function.path),
                                                  .buildId = builder.string(m_buildId),
                                                  .end = 0x100000});
            mappings.push_back(mapping);
            const auto name = builder.string(startName(function.path, function.start));
            const auto index = builder.function(
                {.name = name, .rawName = {}, .file = {}, .startLine = 0, .mapping = mapping});
            const auto frame =
                builder.frame({.function = index, .mapping = mapping, .address = function.start + 1});
            builder.addSample(value,
                              {.stack = builder.stack({}, frame), .weight = 10, .thread = {}, .labels = {}});
        }
        auto profile = builder.build();
        for (std::size_t row = 0; row < m_functions.size(); ++row) {
            auto code = m_functions[row].code;
            code.mapping = mappings[row];
            profile.code.push_back(std::make_shared<const KeptCode>(std::move(code)));
        }
        return std::make_shared<const Profile>(std::move(profile));
    }

private:
    struct Function {
        std::uint64_t start;
        const char* path;
        KeptCode code;
    };
    std::string m_buildId;
    std::vector<Function> m_functions;
};

/// MachineCode that calls another function at its end.
MachineCode calling(MachineCode code, std::uint64_t start, std::uint64_t callee) {
    const auto distance = static_cast<std::uint32_t>(callee - (start + code.size() + 5));
    code.push_back(std::byte(0xe8));
    for (int shift = 0; shift < 32; shift += 8)
        code.push_back(std::byte(distance >> shift & 0xff));
    return code;
}

/// "base>new" of all rows, a line each; the error if there is one.
QString pairsOf(const Result<Comparison>& compared) {
    if (!compared) return QString::fromStdString(compared.error().message);
    const auto& comparison = *compared;
    std::set<std::string> pairs;
    for (const auto& row : comparison.rows)
        pairs.insert(nameOn(comparison.base, row.base) + ">" + nameOn(comparison.newSide, row.newGroup));
    std::string text;
    for (const auto& pair : pairs)
        text += pair + "\n";
    return QString::fromStdString(text);
}

double confidenceOfPair(const Comparison& comparison, std::string_view base, std::string_view newName) {
    for (const auto& row : comparison.rows)
        if (nameOn(comparison.base, row.base) == base && nameOn(comparison.newSide, row.newGroup) == newName)
            return row.confidence;
    return 0;
}

/// Both sides of a comparison before the first step, and how alike their functions are.
struct ComparedCode {
    ComparedCode(const StrippedCodes& one, const StrippedCodes& other)
        : base(one.profile()), newSide(other.profile()), baseRows(base.rows()), newRows(newSide.rows()),
          state(baseRows, newRows), code(state) {}

    ComparedInput base, newSide;
    MatchSide baseRows, newRows;
    MatchState state;
    CodeComparison code;
};

const double equalCode = confidenceOf(MatchEvidence::Code);

} // namespace

class CodeMatchingTest : public QObject {
    Q_OBJECT
private slots:
    void startsOfTwoBuildsAreNoNames() {
        StrippedCodes base("aa"), newSide("bb");
        base.add(0x1000, bodyOf(1));
        base.add(0x2000, bodyOf(2));
        newSide.add(0x1000, bodyOf(2));
        newSide.add(0x2000, bodyOf(1));
        for (const auto grouping : {Grouping::Function, Grouping::Line})
            QCOMPARE(pairsOf(compareWhole(base.profile(), newSide.profile(), grouping)),
                     QString("app+0x1000>app+0x2000\napp+0x2000>app+0x1000\n"));
        const auto addresses = pairsOf(compareWhole(base.profile(), newSide.profile(), Grouping::Address));
        QVERIFY2(!addresses.contains("app+0x1000 0x1001>app+0x1000"), qPrintable(addresses));
    }

    void functionsThatDifferInWhatTheyCallAreNotEqual() {
        StrippedCodes base("aa"), newSide("bb");
        base.add(0x1000, calling(bodyOf(1), 0x1000, 0x3000));
        base.add(0x3000, bodyOf(3));
        newSide.add(0x1100, calling(bodyOf(1), 0x1100, 0x4000));
        newSide.add(0x3000, bodyOf(3));
        newSide.add(0x4000, bodyOf(4));
        const auto other = *compareWhole(base.profile(), newSide.profile());
        QCOMPARE(confidenceOfPair(other, "app+0x3000", "app+0x3000"), equalCode);
        QVERIFY(confidenceOfPair(other, "app+0x1000", "app+0x1100") < 0.9 * equalCode);

        StrippedCodes same("cc");
        same.add(0x1100, calling(bodyOf(1), 0x1100, 0x3000));
        same.add(0x3000, bodyOf(3));
        QCOMPARE(confidenceOfPair(*compareWhole(base.profile(), same.profile()), "app+0x1000", "app+0x1100"),
                 equalCode);
    }

    /// The callers of a wrong pair are right.
    void aWrongPairLeavesItsCallers() {
        StrippedCodes base("aa"), newSide("bb");
        for (auto* program : {&base, &newSide}) {
            program->add(0x1000, calling(bodyOf(1), 0x1000, 0x2000));
            program->add(0x3000, bodyOf(3));
        }
        base.add(0x2000, calling(bodyOf(2), 0x2000, 0x3000));
        newSide.add(0x2800, calling(bodyOf(2), 0x2800, 0x4000));
        newSide.add(0x4000, bodyOf(4));
        const auto comparison = *compareWhole(base.profile(), newSide.profile());
        QCOMPARE(confidenceOfPair(comparison, "app+0x1000", "app+0x1000"), equalCode);
        QVERIFY(confidenceOfPair(comparison, "app+0x2000", "app+0x2800") < 0.9 * equalCode);
    }

    void codeThatIsCutOrUnknownIsNotEqual() {
        for (const bool isCut : {false, true}) {
            StrippedCodes base("aa"), newSide("bb");
            for (auto* program : {&base, &newSide}) {
                auto& code = program->add(0x1000, bodyOf(1));
                code.isCut = isCut;
                // An instruction that no processor knows.
                if (!isCut) code.parts.front().bytes.push_back(std::byte(0x06));
            }
            const auto comparison = *compareWhole(base.profile(), newSide.profile());
            QVERIFY(confidenceOfPair(comparison, "app+0x1000", "app+0x1000") < 0.9 * equalCode);
        }
    }

    void codeThatCanNotBeReadIsOneRow() {
        StrippedCodes base("aa"), newSide("bb");
        base.add(0x1000, bodyOf(1), "/bin/app", EM_386);
        newSide.add(0x2000, bodyOf(1), "/bin/app", EM_386);
        QCOMPARE(pairsOf(compareWhole(base.profile(), newSide.profile())), QString("[app]>[app]\n"));
        StrippedCodes small("aa");
        small.add(0x1000, {std::byte(0x50), std::byte(0xc3)});
        QCOMPARE(pairsOf(compareWhole(small.profile(), newSide.profile())), QString("[app]>[app]\n"));
    }

    void filesOfOneNameAreNotMixed() {
        StrippedCodes program("aa"), other("bb");
        for (const auto* path : {"/one/app", "/two/app"}) {
            program.add(0x1000, bodyOf(path[1]), path);
            program.add(0x3000, bodyOf(path[2]), path);
            other.add(0x1000, bodyOf(path[1]), path);
        }
        const ComparedCode compared(program, other);
        const auto& prints = compared.code.prints(0);
        QCOMPARE(prints.all().size(), std::size_t(4));
        for (std::uint32_t row = 0; row < prints.all().size(); ++row)
            QCOMPARE(prints.rowAt(prints.all()[row].file, prints.all()[row].start), row);
        QVERIFY(prints.all()[0].file == prints.all()[1].file && prints.all()[1].file != prints.all()[2].file);
    }

    void theStartIsThatOfTheSampledPart() {
        StrippedCodes program("aa"), other("bb");
        auto& code = program.add(0x2000, bodyOf(1));
        code.parts.insert(code.parts.begin(), KeptPart{0x1000, bodyOf(2, 40)});
        other.add(0x2000, bodyOf(1));
        const ComparedCode compared(program, other);
        const auto& prints = compared.code.prints(0);
        QCOMPARE(prints.all().front().start, std::uint64_t(0x2000));
        QCOMPARE(prints.rowAt(0, 0x2000), std::uint32_t(0));
        QCOMPARE(prints.rowAt(0, 0x1000), std::uint32_t(0));
    }

    void exchangedSidesAreExactlyAsMuchAlike() {
        StrippedCodes base("aa"), newSide("bb");
        for (auto* program : {&base, &newSide}) {
            std::mt19937 random(1), change(program == &base ? 2 : 3);
            for (std::uint64_t function = 0; function < 30; ++function) {
                MachineCode code;
                for (int part = 0; part < 12; ++part) {
                    auto seed = random() % 20 + 1;
                    if (change() % 4 == 0) seed += 20;
                    for (const auto byte : bodyOf(static_cast<unsigned>(seed), random() % 5 + 1))
                        code.push_back(byte);
                }
                program->add(0x1000 + 0x1000 * function, std::move(code));
            }
        }
        ComparedCode one(base, newSide), exchanged(newSide, base);
        double sum = 0;
        for (std::uint32_t own = 0; own < 30; ++own) {
            for (std::uint32_t other = 0; other < 30; ++other) {
                sum += one.code.likeness(own, other);
                QVERIFY(exchanged.code.likeness(other, own) == one.code.likeness(own, other));
            }
        }
        QVERIFY(sum > 0);
        const auto matched = *compareWhole(base.profile(), newSide.profile());
        const auto back = *compareWhole(newSide.profile(), base.profile());
        for (const auto& row : matched.rows)
            if (row.base && row.newGroup)
                QCOMPARE(confidenceOfPair(back, nameOn(matched.newSide, row.newGroup),
                                          nameOn(matched.base, row.base)),
                         row.confidence);
    }
};

QTEST_GUILESS_MAIN(CodeMatchingTest)
#include "code_matching_test.moc"
