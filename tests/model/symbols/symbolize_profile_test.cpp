#include "model/symbols/name_lookup.h"
#include "tests/profile_text.h"

#include <QFile>
#include <QTest>

#include <unistd.h>

using namespace candela;

namespace {

inline __attribute__((always_inline)) std::uint64_t here() {
    std::uint64_t address = 0;
#if defined(__x86_64__)
    asm volatile("lea (%%rip), %0" : "=r"(address));
#elif defined(__aarch64__)
    asm volatile("adr %0, ." : "=r"(address));
#endif
    return address - 1; // of the next instruction, it was
}

/// An address within, where here() was inlined.
__attribute__((noinline)) std::uint64_t insideOfTheOuterFunction() {
    const auto address = here();
    asm volatile("");
    return address;
}

/// This program's mapping around one of its addresses.
Mapping mappingOf(std::uint64_t address, ProfileBuilder& builder) {
    QFile maps("/proc/self/maps");
    if (!maps.open(QFile::ReadOnly)) return {};
    for (const auto& line : maps.readAll().split('\n')) {
        const auto words = line.simplified().split(' ');
        if (words.size() < 6) continue;
        const auto start = words[0].split('-')[0].toULongLong(nullptr, 16);
        const auto end = words[0].split('-')[1].toULongLong(nullptr, 16);
        if (address < start || address >= end) continue;
        return {.path = builder.string(words[5].toStdString()),
                .buildId = {},
                .start = start,
                .end = end,
                .fileOffset = words[2].toULongLong(nullptr, 16)};
    }
    return {};
}

/// "start;ADDRESS;leaf": a frame without a name between two with names.
Profile profileWith(std::uint64_t address) {
    ProfileBuilder builder;
    const auto value = builder.valueType("samples", "count");
    const auto mapping = builder.mapping(mappingOf(address, builder));
    const auto named = [&](std::string_view name) {
        return builder.frame({.function = builder.function(
                                  {.name = builder.string(name), .rawName = {}, .file = {}, .mapping = {}}),
                              .mapping = {}});
    };
    auto stack = builder.stack({}, named("start"));
    stack = builder.stack(stack, builder.frame({.function = {}, .mapping = mapping, .address = address}));
    const auto middle = stack;
    stack = builder.stack(stack, named("leaf"));
    builder.addSample(value, {.stack = stack, .weight = 5, .thread = {}, .labels = {}});
    builder.addSample(value, {.stack = middle, .weight = 2, .thread = {}, .labels = {}});
    builder.addSample(value, {.stack = {}, .weight = 1, .thread = {}, .labels = {}});
    return builder.build();
}

} // namespace

class SymbolizeProfileTest : public QObject {
    Q_OBJECT
private slots:
    void aNamelessFrameBecomesTheFunctionsThatWereInlinedThere() {
        const auto before = profileWith(insideOfTheOuterFunction());
        QCOMPARE(check(before), std::string());
        Task task;
        const auto result = lookUpNames(before, {}, task);
        QVERIFY(result);
        const auto* after = &result->profile;
        QCOMPARE(check(*after), std::string());
        QCOMPARE(after->samples[0].weight, before.samples[0].weight);
        const auto text = QString::fromStdString(profileToText(*after));
        const QString outer = "(anonymous namespace)::insideOfTheOuterFunction()";
        QVERIFY2(text.contains("start;" + outer + ";here;leaf 5\n"), qPrintable(text));
        QVERIFY2(text.contains("start;" + outer + ";here 2\n"), qPrintable(text));
        const auto& frames = after->frames;
        for (std::size_t row = 0; row < frames.size(); ++row) {
            if (frames.address[row] == 0) continue;
            const auto& function = after->functions[frames.function[row].row()];
            QVERIFY(after->text(function.file).ends_with("/symbolize_profile_test.cpp"));
            QVERIFY(frames.line[row] > 0 && function.startLine > 0);
            QCOMPARE(frames.kind[row], frames.inlineDepth[row] == 0 ? FrameKind::User : FrameKind::Inlined);
        }
    }
    void namesThatAreThereAreNotAskedFor() {
        const auto before = profileFromText("main;draw@/bin/a;blit 12\nmain;load 3\n");
        Task task;
        const auto open = [](const WantedModule&, Task&) {
            return Result<std::unique_ptr<CodeNames>>(failure("must not be opened"));
        };
        const auto after = symbolize(before, open, task);
        QVERIFY(after);
        QCOMPARE(profileToText(after->profile), profileToText(before));
        QVERIFY(after->modules.empty());
    }
    void itCanBeCancelledWhileAModuleIsOpened() {
        Task task;
        const auto open = [&](const WantedModule&, Task& work) {
            work.cancel();
            return Result<std::unique_ptr<CodeNames>>(failure("is still being looked for"));
        };
        const auto after = symbolize(profileWith(insideOfTheOuterFunction()), open, task);
        QVERIFY(!after);
        QCOMPARE(after.error().code, ErrorCode::Cancelled);
    }
};

QTEST_GUILESS_MAIN(SymbolizeProfileTest)
#include "symbolize_profile_test.moc"
